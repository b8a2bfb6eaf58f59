import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import type { PassagePlace } from '../../../shared/passagePlace.ts'
import type { TextPiece, TextReader } from './createTextReader.ts'

interface TextPieceViewProps {
  reader: TextReader
  index: number
  place: PassagePlace | undefined
  /** Called after it was drawn. */
  onShown: () => void
}

/** Shows a piece of a text, with what the passage covers of it marked. */
export function TextPieceView({ reader, index, place, onShown }: TextPieceViewProps): ReactNode {
  const [piece, setPiece] = useState<TextPiece>()
  useEffect(() => {
    let current = true
    // The document says that it can't be read.
    reader.piece(index).then(
      (read) => current && setPiece(read),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [reader, index])
  const tell = useEffectEvent(onShown)
  useEffect(() => {
    if (piece) tell()
  }, [piece, place])
  // Until it is read, it keeps the place of its estimated height.
  if (!piece) return <div className="h-350" />
  const [before, marked, after] = cutAtPassage(piece, place)
  return (
    <p className="text-sm leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:plaintext]">
      {before}
      {marked !== '' && (
        <mark data-first={place && place.start >= piece.start ? '' : undefined}>{marked}</mark>
      )}
      {after}
    </p>
  )
}

/** Returns a piece's text before, within and after a passage. */
export function cutAtPassage(
  { start, text }: TextPiece,
  place: Pick<PassagePlace, 'start' | 'end'> | undefined,
): [before: string, marked: string, after: string] {
  if (!place) return [text, '', '']
  const from = Math.min(text.length, Math.max(0, place.start - start))
  const to = Math.max(from, Math.min(text.length, place.end - start))
  return [text.slice(0, from), text.slice(from, to), text.slice(to)]
}
