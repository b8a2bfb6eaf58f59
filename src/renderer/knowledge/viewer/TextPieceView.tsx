import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { TextPiece, TextReader } from './createTextReader.ts'
import { cutAtRanges, type TextMarks } from './cutAtRanges.ts'
import type { TextRange } from './findInText.ts'
import { textTables, type TextSegment } from './textTables.ts'

interface TextPieceViewProps {
  reader: TextReader
  index: number
  marks: TextMarks
  /** Draws its rows as tables. */
  hasTables: boolean
  /** Called after it was drawn. */
  onShown: () => void
}

/** Shows a piece of a text, with what is cited and found of it marked. */
export function TextPieceView(props: TextPieceViewProps): ReactNode {
  const { reader, index, marks, hasTables, onShown } = props
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
  }, [piece, marks])
  const segments = useMemo<TextSegment[]>(() => {
    if (!piece) return []
    const whole: TextSegment = { kind: 'text', start: 0, end: piece.text.length }
    return hasTables ? textTables(piece.text, piece.start === 0) : [whole]
  }, [piece, hasTables])
  // Until it is read, it keeps the place of its estimated height.
  if (!piece) return <div className="h-350" />
  const draw = (range: TextRange): ReactNode => (
    <Marked piece={partOf(piece, range)} marks={marks} />
  )
  return segments.map((segment) =>
    segment.kind === 'text' ? (
      <p
        key={segment.start}
        className="text-sm leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:plaintext]"
      >
        {draw(segment)}
      </p>
    ) : (
      <TextTable key={segment.start} segment={segment} draw={draw} />
    ),
  )
}

/** A space that does not break. */
const nothing = '\u00a0'

interface TextTableProps {
  segment: Extract<TextSegment, { kind: 'table' }>
  draw: (range: TextRange) => ReactNode
}

function TextTable({ segment: { rows, hasHead }, draw }: TextTableProps): ReactNode {
  const columns = Math.max(...rows.map(({ length }) => length))
  return (
    <div className="overflow-x-auto py-1">
      <table className="border-collapse text-sm">
        <tbody>
          {rows.map((cells, row) => {
            const Cell = hasHead && row === 0 ? 'th' : 'td'
            return (
              <tr key={cells[0]?.start ?? row}>
                {cells.map((cell) => (
                  <Cell
                    key={cell.start}
                    dir="auto"
                    className="max-w-80 border border-line px-2 py-1 text-start align-top [overflow-wrap:break-word]"
                  >
                    {draw(cell)}
                  </Cell>
                ))}
                {/* Empty cells at a row's end are not in the text. */}
                {cells.length < columns && (
                  <td colSpan={columns - cells.length} className="border border-line">
                    {nothing}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Shows a part of a text with its marks. */
function Marked({ piece, marks }: { piece: TextPiece; marks: TextMarks }): ReactNode {
  return cutAtRanges(piece, marks).map(({ start, text, isCited, isFound, isCurrent }) =>
    isCited || isFound ? (
      <mark
        key={start}
        data-first={isCited && marks.cited?.start === start ? '' : undefined}
        data-current={isCurrent && marks.current?.start === start ? '' : undefined}
        className={isFound ? (isCurrent ? 'found-current' : 'found-match') : undefined}
      >
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

function partOf({ start, text }: TextPiece, range: TextRange): TextPiece {
  return { start: start + range.start, text: text.slice(range.start, range.end) }
}
