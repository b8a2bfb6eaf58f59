import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

interface AlertProps {
  tone?: 'error' | 'note'
  children: ReactNode
  /** Buttons, in the order of likelihood. */
  actions?: ReactNode
  /** Expandable facts below. */
  details?: ReactNode
}

/** Something that the user should know at once, read out as soon as it appears. */
export function Alert({ tone = 'error', children, actions, details }: AlertProps): ReactNode {
  const Icon = tone === 'error' ? CircleAlert : Info
  return (
    <div
      role="alert"
      className={classNames(
        'rounded-xl px-3.5 py-2.5 text-sm',
        tone === 'error' ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-ink',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon aria-hidden className="size-4 shrink-0" />
        <div className="min-w-40 flex-1 break-words">{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {details}
    </div>
  )
}
