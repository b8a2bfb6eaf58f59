import type { Alignment } from '../tree.ts'

const columnsMaximum = 1000

const delimiterCharacters = /^[|:\- \t]+$/
const delimiter = /^:?-+:?$/

/** Returns the columns' alignments if the line can follow a table's header; undefined otherwise. */
export function readDelimiterRow(line: string): Alignment[] | undefined {
  if (!delimiterCharacters.test(line)) return undefined
  const cells = splitRow(line, columnsMaximum + 1)
  if (cells.length > columnsMaximum) return undefined
  return cells.every((cell) => delimiter.test(cell)) ? cells.map(alignmentOf) : undefined
}

function alignmentOf(cell: string): Alignment {
  const isStart = cell.startsWith(':')
  const isEnd = cell.endsWith(':')
  if (isStart && isEnd) return 'center'
  if (isStart) return 'start'
  return isEnd ? 'end' : undefined
}

/** Returns the first cells of a line. A pipe that belongs to a cell has a backslash before it. */
export function splitRow(line: string, maximum: number): string[] {
  const text = line.trim()
  const cells: string[] = []
  let cell = ''
  let start = text.startsWith('|') ? 1 : 0
  for (let index = start; index < text.length && cells.length < maximum; index += 1) {
    const character = text[index]
    if (character === '\\' && text[index + 1] === '|') {
      cell += text.slice(start, index)
      start = index + 1
      index += 1
    } else if (character === '\\' && text[index + 1] === '\\') {
      index += 1
    } else if (character === '|') {
      cells.push((cell + text.slice(start, index)).trim())
      cell = ''
      start = index + 1
    }
  }
  if (cells.length === maximum) return cells
  const last = (cell + text.slice(start)).trim()
  if (start < text.length || cell !== '' || cells.length === 0) cells.push(last)
  return cells
}
