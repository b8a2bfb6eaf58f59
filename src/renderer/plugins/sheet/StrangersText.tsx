import type { ReactNode } from 'react'
import { PlainText } from '../../ui/layout/PlainText.tsx'
import { visibleText } from '../../ui/visibleText.ts'

interface StrangersTextProps {
  text: string
  /** Names the text for assistive technology. */
  label: string
}

/** Shows a text that somebody else wrote, whole, in a box that can be scrolled by keyboard. */
export function StrangersText({ text, label }: StrangersTextProps): ReactNode {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="selectable max-h-72 overflow-y-auto rounded-lg bg-code px-3 py-2 text-sm"
    >
      <PlainText text={visibleText(text)} />
    </div>
  )
}
