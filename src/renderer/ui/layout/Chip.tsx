import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames.ts'

const sizes = {
  // A smaller target than 24 px is hard to hit.
  small: 'min-h-[max(1.5rem,24px)] gap-1.5 px-2.5 text-xs',
  /** As tall as a field beside it. */
  field: 'min-h-9 gap-1.5 px-3 text-xs',
  medium: 'min-h-8 gap-2 px-3 py-1 text-sm',
}

interface ChipProps extends ComponentProps<'button'> {
  size?: keyof typeof sizes
  /** Makes the chip a switch. */
  pressed?: boolean
}

/** Shows one of several short choices in a row that wraps. */
export function Chip({ size = 'medium', pressed, className, ...attributes }: ChipProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...attributes}
      className={classNames(
        'pressable inline-flex max-w-full items-center rounded-full bg-control text-start text-ink hover:bg-control-strong aria-pressed:bg-accent aria-pressed:text-on-accent',
        sizes[size],
        className,
      )}
    />
  )
}
