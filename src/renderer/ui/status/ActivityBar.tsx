import type { ReactNode } from 'react'

interface ActivityBarProps {
  /** The accessible name; without it the bar's own text is announced. */
  label?: string
  /** Icon that moves while the activity goes on, 1.5 rem large. */
  mark?: ReactNode
  /** The state in words, then buttons. */
  children: ReactNode
}

/** Shows something that goes on beside the conversation until the user ends it. */
export function ActivityBar({ label, mark, children }: ActivityBarProps): ReactNode {
  return (
    <div
      role={label === undefined ? 'status' : 'group'}
      aria-label={label}
      className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-2 text-sm forced-colors:border"
    >
      {mark && (
        <span className="relative inline-flex size-6 shrink-0 items-center justify-center">
          {mark}
        </span>
      )}
      {children}
    </div>
  )
}
