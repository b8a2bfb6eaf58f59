import type { Alignment } from '../tree.ts'
import { findCellSpans, readPipes } from './cellSpans.ts'
import type { CellSpan } from './cellSpans.ts'

const maxColumns = 1000

const delimiterCharacters = /^[|:\- \t]+$/
const delimiter = /^:?-+:?$/

/** Returns the columns' alignments if the line can follow a table's header; undefined otherwise. */
export function readDelimiterRow(line: string): Alignment[] | undefined {
  if (!delimiterCharacters.test(line)) return undefined
  const cells = splitRow(line, maxColumns + 1)
  if (cells.length > maxColumns) return undefined
  return cells.every((cell) => delimiter.test(cell)) ? cells.map(alignmentOf) : undefined
}

function alignmentOf(cell: string): Alignment {
  const isStart = cell.startsWith(':')
  const isEnd = cell.endsWith(':')
  if (isStart && isEnd) return 'center'
  if (isStart) return 'start'
  return isEnd ? 'end' : undefined
}

/**
 * Returns the cells of a row, and of more than `columns` the first one. A pipe that belongs to a cell
 * has a backslash before it. In a row of too many cells, a pipe in code or a formula needs none.
 */
export function readRow(line: string, columns: number): string[] {
  const plain = splitRow(line, columns + 1)
  if (plain.length <= columns) return plain
  const spans = findCellSpans(line.trim())
  return spans.length === 0 ? plain : splitRow(line, columns + 1, spans)
}

/** Returns the first cells of a line; pipes in the spans divide nothing. */
function splitRow(line: string, maximum: number, spans: readonly CellSpan[] = []): string[] {
  const text = line.trim()
  const cells: string[] = []
  let next = 0
  let start = text.startsWith('|') ? 1 : 0
  for (let index = start; index < text.length && cells.length < maximum; index += 1) {
    const span = spans[next]
    if (span?.start === index) {
      index = span.end - 1
      next += 1
    } else if (text[index] === '\\') {
      index += 1
    } else if (text[index] === '|') {
      cells.push(readPipes(text.slice(start, index).trim()))
      start = index + 1
    }
  }
  if (cells.length < maximum && (start < text.length || cells.length === 0)) {
    cells.push(readPipes(text.slice(start).trim()))
  }
  return cells
}
