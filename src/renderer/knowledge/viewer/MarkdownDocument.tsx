import { FileText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import type { PassagePlace } from '../../../shared/knowledge/passagePlace.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { MarkdownText } from '../../core/MarkdownText.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { FindField } from './FindField.tsx'
import { markDrawnText, type DrawnMarks } from './markDrawnText.ts'
import type { TextDocumentProps } from './TextDocument.tsx'
import { useFindInText } from './useFindInText.ts'
import { useTextReader } from './useTextReader.ts'
import './text.css'

/** A longer document is shown as it was written, because all of this one is drawn. */
const maxBytes = 100_000

/** Tells whether a document is shown with its headings, lists and tables. */
export function isDrawnMarkdown({ mediaType, sizeBytes }: Source): boolean {
  return mediaType === 'text/markdown' && sizeBytes <= maxBytes
}

interface MarkdownDocumentProps extends TextDocumentProps {
  /** Called if the passage is not drawn as text, such as a diagram. A new function draws anew. */
  onUnseen: () => void
}

/** Shows a Markdown document as it is meant to be read, with a passage marked. */
export function MarkdownDocument(props: MarkdownDocumentProps): ReactNode {
  const { source, place, opening, onUnseen } = props
  const { t } = useTranslation()
  const { reader, length, failure } = useTextReader(source, opening)
  const [text, setText] = useState<string>()
  useEffect(() => {
    let current = true
    // A document that can't be read has already failed when its length was read.
    reader?.slice(0, length).then(
      (read) => current && setText(read),
      () => current && onUnseen(),
    )
    return () => {
      current = false
    }
  }, [reader, length, onUnseen])
  if (failure) {
    return (
      <div className="p-4">
        <ErrorAlert error={failure.error} since={failure.at} />
      </div>
    )
  }
  if (!reader || text === undefined) return <Skeleton className="m-4 h-60" />
  if (length === 0) return <EmptyState icon={FileText} title={t('knowledge.viewer.noText')} />
  return <DrawnMarkdown text={text} place={place} opening={opening} onUnseen={onUnseen} />
}

interface DrawnMarkdownProps {
  text: string
  place: PassagePlace | undefined
  opening: unknown
  onUnseen: () => void
}

function DrawnMarkdown({ text, place, opening, onUnseen }: DrawnMarkdownProps): ReactNode {
  const { t } = useTranslation()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  /** Text as drawn, for the search. */
  const [drawn, setDrawn] = useState('')
  const marks = useRef<DrawnMarks>(null)
  const { start, end } = place ?? {}
  useEffect(() => {
    if (!scroller) return
    const created = markDrawnText(scroller, { source: text, onText: setDrawn, onUnseen })
    marks.current = created
    return () => {
      created.stop()
      marks.current = null
    }
  }, [scroller, text, onUnseen])
  useEffect(() => {
    const isCited = start !== undefined && end !== undefined
    marks.current?.cite(isCited ? { start, end } : undefined)
  }, [scroller, text, onUnseen, start, end, opening])
  const reader = useMemo(
    () => ({ slice: (from: number, till: number) => Promise.resolve(drawn.slice(from, till)) }),
    [drawn],
  )
  const { matches, current, count, find } = useFindInText(reader, drawn.length)
  useEffect(() => marks.current?.find(matches, current), [scroller, text, matches, current])
  return (
    <>
      <div className="flex shrink-0 px-4 pb-2.5">
        <FindField found={count} onFind={find} />
      </div>
      <div
        ref={setScroller}
        role="group"
        tabIndex={0}
        aria-label={t('knowledge.viewer.text')}
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 [overflow-anchor:none]"
      >
        <MarkdownText text={text} streaming={false} />
      </div>
    </>
  )
}
