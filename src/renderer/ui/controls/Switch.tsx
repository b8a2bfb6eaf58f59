import { Switch as Base } from '@base-ui/react/switch'
import type { ReactNode } from 'react'
import { useFieldNote } from './fieldNote.ts'

interface SwitchProps {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  /** Hides the visible label; assistive technology still gets it. */
  labelHidden?: boolean
}

export function Switch(props: SwitchProps): ReactNode {
  const { label, checked, onCheckedChange, disabled = false, labelHidden = false } = props
  const note = useFieldNote()
  return (
    <label className="inline-flex items-center gap-2.5 text-sm">
      <span className={labelHidden ? 'sr-only' : 'text-muted'}>{label}</span>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        {...note}
        className="switch-track relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-control-line p-0.5 data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="switch-thumb size-4 rounded-full bg-white shadow-sm data-checked:translate-x-4 data-checked:bg-on-accent rtl:data-checked:-translate-x-4" />
      </Base.Root>
    </label>
  )
}
