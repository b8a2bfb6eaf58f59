import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Tooltip } from './Tooltip.tsx'

const sizes = { small: 'size-7', medium: 'size-9' }

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name and the tooltip's text. */
  label: string
  icon: ReactNode
  shortcut?: string | undefined
  /** An addition below the name in the tooltip, such as why the button is disabled. */
  description?: string | undefined
  size?: keyof typeof sizes
  tooltipSide?: ComponentProps<typeof Tooltip>['side']
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon, shortcut, description, size = 'medium', tooltipSide, ...others } = props
  const { className, ...attributes } = others
  const id = useId()
  return (
    <Tooltip
      text={description ? `${label}: ${description}` : label}
      shortcut={shortcut}
      {...(tooltipSide ? { side: tooltipSide } : {})}
    >
      <button
        type="button"
        aria-label={label}
        aria-describedby={description ? id : undefined}
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
    </Tooltip>
  )
}
