import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface CardProps {
  icon?: LucideIcon
  /** The heading, which also names the region. */
  title: string
  /** Controls at the end of the heading's line. */
  trailing?: ReactNode
  children: ReactNode
}

/** Shows one of several things that belong together, in a frame with a heading. */
export function Card({ icon: Icon, title, trailing, children }: CardProps): ReactNode {
  return (
    <section aria-label={title} className="flex gap-3.5 rounded-2xl border border-line p-4">
      {Icon && <Icon aria-hidden className="mt-px size-4.5 shrink-0 text-accent-ink" />}
      <div className="min-w-0 grow space-y-2.5">
        <div className="flex items-start gap-3">
          <h2 className="min-w-0 grow text-sm font-semibold break-words">{title}</h2>
          {trailing}
        </div>
        {children}
      </div>
    </section>
  )
}
