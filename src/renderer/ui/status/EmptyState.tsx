import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** Explains what will appear here, or why nothing does. */
  description?: ReactNode
  /** The way to the first one, as a button. It makes the whole more prominent. */
  action?: ReactNode
}

/** Shows in place of a list that nothing is in it yet, or that nothing was found. */
export function EmptyState(props: EmptyStateProps): ReactNode {
  const { icon: Icon, title, description, action } = props
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1 px-4 py-8 text-center text-sm">
      {Icon && action && (
        <span className="mb-3 grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
          <Icon aria-hidden strokeWidth={1.5} className="size-6.5" />
        </span>
      )}
      {Icon && !action && (
        <Icon aria-hidden strokeWidth={1.5} className="mb-1.5 size-6 text-muted" />
      )}
      <p
        className={classNames(
          'break-words text-balance',
          action ? 'pb-0.5 text-lg font-semibold' : 'font-medium',
        )}
      >
        {title}
      </p>
      {description && <p className="break-words text-pretty text-muted">{description}</p>}
      {action && <div className="pt-4">{action}</div>}
    </div>
  )
}
