import type { ReactNode } from 'react'

interface RowListProps {
  /** The accessible name. */
  label: string
  /** Items, each an `li`. */
  children: ReactNode
}

/** Shows rows in one rounded frame, with hairlines between them. */
export function RowList({ label, children }: RowListProps): ReactNode {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-clip rounded-2xl border border-line"
    >
      {children}
    </ul>
  )
}
