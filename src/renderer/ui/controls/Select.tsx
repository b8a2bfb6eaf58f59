import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldNote } from './fieldNote.ts'
import { usePopup } from '../layers/layers.ts'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** The label's language, if it is not the interface's. */
  lang?: string
}

interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly SelectOption<Value>[]
  onValueChange: (value: Value) => void
  disabled?: boolean
}

/**
 * Shows a choice among a few options. Its role is combobox; its label stands beside it elsewhere. In
 * a FieldRow it is announced with the row's hint or error.
 */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, value, options, onValueChange, disabled = false } = props
  const [open, setOpen] = usePopup()
  const note = useFieldNote()
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => setOpen(next)}
      value={value}
      items={options}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
    >
      <Base.Trigger
        aria-label={label}
        {...note}
        className="pressable inline-flex min-h-9 max-w-72 min-w-40 items-center justify-between gap-2 rounded-lg bg-control px-3 text-sm hover:bg-control-strong aria-invalid:inset-ring aria-invalid:inset-ring-danger"
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="popup-motion rounded-xl bg-raised text-sm text-ink shadow-popup outline-none">
            <Base.List className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-8 cursor-default items-center gap-2 rounded-lg px-2.5 py-1 outline-none select-none data-highlighted:bg-hover"
                >
                  <Base.ItemText lang={option.lang} className="grow">
                    {option.label}
                  </Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent-ink" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
