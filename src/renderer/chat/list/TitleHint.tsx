import type { ReactNode } from 'react'

/** Shows a whole title in a tooltip. A title without spaces still breaks. */
export function TitleHint({ title }: { title: string }): ReactNode {
  return (
    <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
      {title}
    </span>
  )
}
