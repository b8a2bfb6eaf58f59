import { findFormat, getFormat, openDocument } from '../../../shared/fileFormats.ts'
import type { TextRange } from './findInText.ts'

export type TextSegment =
  | (TextRange & { kind: 'text' })
  /** Rows of cells. The first row is the head if the table begins in this text. */
  | (TextRange & { kind: 'table'; rows: TextRange[][]; hasHead: boolean })

/** Separator of cells in the text that the reader of documents writes. */
const cellGap = ' | '
const minRows = 2

/** Tells whether the text of a document has its tables as rows of lines. */
export function hasTables(mediaType: string): boolean {
  const format = findFormat(mediaType)
  // Templates and drawings of OpenDocument have media types of their own.
  return format ? getFormat(format).holdsTables : mediaType.startsWith(openDocument)
}

/**
 * Cuts a text into tables, which are lines with cells one after another, and what is between.
 * `isBeginning` tells that nothing stands before it.
 */
export function textTables(text: string, isBeginning: boolean): TextSegment[] {
  const segments: TextSegment[] = []
  let rows: TextRange[][] = []
  let end = 0
  let textStart = 0

  function close(): void {
    const first = rows[0]?.[0]
    if (first && rows.length >= minRows) {
      if (first.start > textStart) segments.push(plain(textStart, first.start))
      const hasHead = first.start === 0 ? isBeginning : text.endsWith('\n\n', first.start)
      segments.push({ kind: 'table', start: first.start, end, rows, hasHead })
      textStart = end
    }
    rows = []
  }

  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf('\n', at)
    const till = lineEnd === -1 ? text.length : lineEnd
    if (text.slice(at, till).includes(cellGap)) {
      rows.push(cellsOf(text, at, till))
      end = Math.min(text.length, till + 1)
    } else close()
    at = till + 1
  }
  close()
  if (textStart < text.length) segments.push(plain(textStart, text.length))
  return segments
}

function plain(start: number, end: number): TextSegment {
  return { kind: 'text', start, end }
}

function cellsOf(text: string, start: number, end: number): TextRange[] {
  const cells: TextRange[] = []
  for (let at = start; ;) {
    const gap = text.indexOf(cellGap, at)
    if (gap === -1 || gap >= end) return [...cells, { start: at, end }]
    cells.push({ start: at, end: gap })
    at = gap + cellGap.length
  }
}
