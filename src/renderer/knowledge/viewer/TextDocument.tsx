import { useVirtualizer } from '@tanstack/react-virtual'
import { FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import type { PassagePlace } from '../../../shared/knowledge/passagePlace.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { textScale } from '../../ui/textScale.ts'
import { bringIntoView } from './bringIntoView.ts'
import { pieceCount } from './createTextReader.ts'
import type { TextReader } from './createTextReader.ts'
import type { TextMarks } from './cutAtRanges.ts'
import { FindField } from './FindField.tsx'
import { TextPieceView } from './TextPieceView.tsx'
import { hasTables } from './textTables.ts'
import { useFindInText } from './useFindInText.ts'
import { useTextReader } from './useTextReader.ts'
import './text.css'

export interface TextDocumentProps {
  source: Source
  /** The passage to mark. */
  place: PassagePlace | undefined
  /** Each new object shows the passage again. */
  opening: unknown
}

/** Shows a document's text with a passage marked. Only what is in view is read and drawn. */
export function TextDocument({ source, place, opening }: TextDocumentProps): ReactNode {
  const { t } = useTranslation()
  const { reader, length, failure } = useTextReader(source, opening)
  if (failure) {
    return (
      <div className="p-4">
        <ErrorAlert error={failure.error} since={failure.at} />
      </div>
    )
  }
  if (!reader) return <Skeleton className="m-4 h-60" />
  if (length === 0) return <EmptyState icon={FileText} title={t('knowledge.viewer.noText')} />
  return (
    <TextPieces source={source} reader={reader} length={length} place={place} opening={opening} />
  )
}

interface TextPiecesProps extends Pick<TextDocumentProps, 'source' | 'place' | 'opening'> {
  reader: TextReader
  length: number
}

const pieceHeightEstimate = 1400
const citedMark = 'mark[data-first]'
const foundMark = 'mark[data-current]'

function TextPieces({ source, reader, length, place, opening }: TextPiecesProps): ReactNode {
  const { t } = useTranslation()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  /** The mark that is still to be brought into view. */
  const awaited = useRef<string>(null)
  const virtualizer = useVirtualizer({
    count: pieceCount(length),
    getScrollElement: () => scroller,
    estimateSize: () => pieceHeightEstimate * textScale(),
    overscan: 1,
  })
  const showMark = (within: HTMLElement): void => {
    const selector = awaited.current
    if (selector === null || !within.querySelector(selector)) return
    awaited.current = null
    bringIntoView(within, () => within.querySelector(selector))
  }
  const goTo = async (offset: number, mark: string): Promise<void> => {
    awaited.current = mark
    const index = await reader.pieceOf(offset)
    if (awaited.current === mark) virtualizer.scrollToIndex(index, { align: 'start' })
  }
  const { matches, current, count, find } = useFindInText(reader, length, (match) => {
    // The piece tells when it has drawn the mark, which may be drawn for another match still.
    goTo(match.start, foundMark).catch(() => undefined)
  })
  const { start, end } = place ?? {}
  const marks = useMemo<TextMarks>(
    () => ({
      cited: start === undefined || end === undefined ? undefined : { start, end },
      found: matches,
      current,
    }),
    [start, end, matches, current],
  )
  const goToPassage = useEffectEvent((offset: number, within: HTMLElement) => {
    // It may be drawn already.
    goTo(offset, citedMark).then(
      () => showMark(within),
      () => undefined,
    )
  })
  useEffect(() => {
    if (start !== undefined && scroller) goToPassage(start, scroller)
  }, [reader, start, opening, scroller])
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
        className="selectable min-h-0 flex-1 overflow-y-auto px-4 pb-6 [overflow-anchor:none]"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              style={{ top: item.start }}
              className="absolute inset-x-0"
            >
              <TextPieceView
                reader={reader}
                index={item.index}
                marks={marks}
                hasTables={hasTables(source.mediaType)}
                onShown={() => scroller && showMark(scroller)}
              />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
