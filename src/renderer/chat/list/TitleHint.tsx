import type { ReactNode } from 'react'

/** A whole title, for a tooltip; without spaces it still has to break. */
export function TitleHint({ title }: { title: string }): ReactNode {
  return (
    <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
      {title}
    </span>
  )
}
