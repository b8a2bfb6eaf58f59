import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { tooltipOf, type TooltipSide } from '../layers/tooltipOf.ts'

const sizes = { small: 'size-7', medium: 'size-9' }

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name and the tooltip's text. */
  label: string
  icon: ReactNode
  shortcut?: string | undefined
  /** An addition below the name in the tooltip, such as why the button is disabled. */
  description?: string | undefined
  size?: keyof typeof sizes
  tooltipSide?: TooltipSide
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, shortcut, description, size = 'medium', tooltipSide, ...others } = props
  const { className, ...attributes } = others
  const id = useId()
  const text = description ? `${label}: ${description}` : label
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={description ? id : undefined}
      {...tooltipOf(text, { shortcut, side: tooltipSide })}
      {...attributes}
      className={classNames(
        'pressable inline-flex shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink',
        sizes[size],
        className,
      )}
    >
      {icon}
      {description && (
        <span id={id} hidden>
          {description}
        </span>
      )}
    </button>
  )
}
