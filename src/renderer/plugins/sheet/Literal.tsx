import type { ReactNode } from 'react'
import { visibleText } from '../../ui/visibleText.ts'

/** Shows an address, a path or a command whole and as it is, hidden characters included. */
export function Literal({ text }: { text: string }): ReactNode {
  return (
    <code dir="ltr" className="selectable font-mono text-[0.95em] break-all whitespace-pre-wrap">
      {visibleText(text)}
    </code>
  )
}
