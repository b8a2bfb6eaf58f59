import { CircleAlert, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { useEscape } from '../layers/useEscape.ts'

interface AlertProps {
  tone?: 'error' | 'note'
  children: ReactNode
  /** Buttons, the most likely one first. */
  actions?: ReactNode
  /** Expandable facts below. */
  details?: ReactNode
  /** Makes the alert closable, by a button with this name and by Escape. */
  dismiss?: { label: string; run: () => void } | undefined
}

/** Shows a message that the user should read at once, and announces it. */
export function Alert(props: AlertProps): ReactNode {
  const { tone = 'error', children, actions, details, dismiss } = props
  const Icon = tone === 'error' ? CircleAlert : Info
  useEscape(dismiss?.run)
  return (
    <div
      role="alert"
      className={classNames(
        'rounded-xl px-3.5 py-1.5 text-sm forced-colors:border',
        tone === 'error' ? 'bg-danger-soft text-danger-ink' : 'bg-sunken text-ink',
      )}
    >
      <div className="flex gap-x-3">
        {/* Beside the first line, whose height is that of a button. */}
        <Icon aria-hidden className="h-7 w-4 shrink-0" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <div className="min-w-[min(15rem,100%)] flex-1 py-1 wrap-anywhere">{children}</div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {dismiss && (
          <IconButton
            size="small"
            label={dismiss.label}
            shortcut="Esc"
            icon={<X aria-hidden className="size-4" />}
            onClick={dismiss.run}
            className="text-inherit"
          />
        )}
      </div>
      {details}
    </div>
  )
}
