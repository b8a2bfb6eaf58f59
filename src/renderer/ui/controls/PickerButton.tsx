import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface PickerButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The current choice. */
  text: string
}

/** Shows the button that opens a `SearchableSelect`; it looks like a `Select`. */
export function PickerButton({ text, ...attributes }: PickerButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...attributes}
      className="pressable inline-flex min-h-9 max-w-72 min-w-40 items-center justify-between gap-2 rounded-lg bg-control px-3 text-sm hover:bg-control-strong"
    >
      <span dir="auto" className="truncate">
        {text}
      </span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  )
}
