import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/controls/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { formatNumber } from '../ui/formatAmount.ts'
import { markPieces } from '../ui/markPieces.ts'
import { PlainText } from '../ui/layout/PlainText.tsx'
import { visibleText } from '../ui/visibleText.ts'

interface LongTextProps {
  text: string
  /** Names the text for assistive technology. */
  label: string
  /** The length of the beginning that is shown at once, in UTF-16 units. */
  shownLength: number
  /** Pieces of it to mark. */
  marked?: readonly string[]
  /** Whether the beginning has a scrolling box too, as all of it has. */
  scrollable?: boolean
}

const scrollBox =
  'mt-1 max-h-72 overflow-y-auto rounded-lg bg-code px-3 py-2 font-mono text-sm text-ink'

/**
 * Shows a text of a model or tool as it is, hidden characters included. Of a long one it shows the
 * beginning and the length, and all of it when the user asks.
 */
export function LongText(props: LongTextProps): ReactNode {
  const { text, label, shownLength, marked = [], scrollable = false } = props
  const { t, i18n } = useTranslation()
  const [whole, setWhole] = useState(false)
  const beginning = beginningOf(text, shownLength)
  const isCut = beginning.length < text.length
  const shown = isCut && !whole ? `${visibleText(beginning)}…` : visibleText(text)
  const scrolls = scrollable || whole
  const note = t('chat.longText.length', {
    count: text.length,
    formatted: formatNumber(i18n.language, text.length),
    shown: formatNumber(i18n.language, beginning.length),
  })
  return (
    <>
      <div
        className={classNames('selectable', scrolls && scrollBox)}
        {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': label })}
      >
        <MarkedText text={shown} marked={marked} />
      </div>
      {isCut && (
        <div className="mt-1 flex flex-wrap items-center gap-2 font-sans text-sm text-muted">
          {!whole && <p>{note}</p>}
          <Button size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {t('chat.longText.all')} <span className="sr-only">{label}</span>
          </Button>
        </div>
      )}
    </>
  )
}

/** Shows a text in which the pieces are marked, wherever they stand. */
function MarkedText({ text, marked }: { text: string; marked: readonly string[] }): ReactNode {
  const pieces = markPieces(text, marked.map(visibleText))
  if (!pieces.some(({ isMarked }) => isMarked)) return <PlainText text={text} />
  return (
    <div dir="auto" className="break-words whitespace-pre-wrap">
      {pieces.map(({ piece, isMarked }, index) =>
        isMarked ? (
          <mark key={index} className="found">
            {piece}
          </mark>
        ) : (
          <Fragment key={index}>{piece}</Fragment>
        ),
      )}
    </div>
  )
}

/** Cuts before a whole code point. */
function beginningOf(text: string, length: number): string {
  const code = text.charCodeAt(length)
  const isHalf = code >= 0xdc00 && code <= 0xdfff
  return text.slice(0, isHalf ? length - 1 : length)
}
