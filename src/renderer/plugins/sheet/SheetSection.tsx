import { useId } from 'react'
import type { ReactNode } from 'react'

interface SheetSectionProps {
  title: string
  children: ReactNode
}

/** Shows a part of what a plugin may do under its heading. */
export function SheetSection({ title, children }: SheetSectionProps): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-1.5">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
