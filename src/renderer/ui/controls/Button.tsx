import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { Spinner } from '../status/Spinner.tsx'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-control text-ink hover:bg-control-strong',
  quiet: 'text-ink hover:bg-hover',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
}

const sizes = {
  small: 'min-h-7 gap-1.5 rounded-md px-2.5 text-sm',
  medium: 'min-h-9 gap-2 rounded-lg px-3.5 text-sm',
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  icon?: ReactNode
  /** Shows a spinner in place of the icon or over the text, and ignores clicks; the focus stays. */
  busy?: boolean
}

export function Button(props: ButtonProps): ReactNode {
  const { variant = 'secondary', size = 'medium', icon, busy = false, ...rest } = props
  const { className, children, onClick, ...attributes } = rest
  return (
    <button
      type="button"
      {...attributes}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'pressable inline-flex max-w-full shrink-0 items-center justify-center font-medium wrap-anywhere',
        sizes[size],
        variants[variant],
        className,
      )}
    >
      {icon && busy ? <Spinner /> : icon}
      {!icon && busy ? <BusyText>{children}</BusyText> : children}
    </button>
  )
}

/** Keeps the width of the text: whatever stands beside the button stays where it is. */
function BusyText({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className="relative inline-flex items-center justify-center">
      <span className="opacity-0">{children}</span>
      <span className="absolute">
        <Spinner />
      </span>
    </span>
  )
}
