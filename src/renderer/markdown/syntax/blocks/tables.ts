import { openBlock, closeTip } from './openBlocks.ts'
import type { Frame } from './blockState.ts'
import type { StartContext, Started } from './startContext.ts'
import { dropLastLine, lastTextLine } from './paragraphs.ts'
import { readDelimiterRow, readRow } from './tableRows.ts'

/** The browser lays a table out as a whole, so the text behind this many cells is a paragraph. */
const maxCells = 20_000

/**
 * Starts a table: a paragraph's last line becomes the header when a row of delimiters follows it.
 */
export function startTable(context: StartContext): Started {
  const { state, cursor, container, closeUnmatched } = context
  if (cursor.indent >= 4 || container.node.type !== 'paragraph') return undefined
  const alignments = readDelimiterRow(cursor.line.slice(cursor.nextNonspace))
  if (!alignments) return undefined
  const headerLine = lastTextLine(container)
  if (headerLine === undefined) return undefined
  if (!headerLine.includes('|') && alignments.length > 1) return undefined
  const header = readRow(headerLine, alignments.length)
  if (header.length !== alignments.length) return undefined
  closeUnmatched()
  dropLastLine(state)
  closeTip(state, state.lineNumber - 2)
  const startLine = state.lineNumber - 1
  openBlock(state, { type: 'table', settled: false, alignments, header, rows: [] }, startLine)
  cursor.offset = cursor.line.length
  return 'leaf'
}

export function canAddRows(frame: Frame): boolean {
  return frame.cells < maxCells
}

export function addTableRow(frame: Frame, text: string): void {
  const { node } = frame
  if (node.type !== 'table') return
  const columns = node.header.length
  const row = readRow(text, columns).slice(0, columns)
  frame.cells += columns
  while (row.length < columns) row.push('')
  node.rows.push(row)
}
