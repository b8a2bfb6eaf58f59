import { AppError } from '../../../shared/errors.ts'
import { parseLine } from './jsonLine.ts'
import type { ReadRow, TableReader } from './tableReader.ts'

/** Creates a reader of JSON lines: an object a line, whose fields are the columns. */
export function createJsonLinesReader(text: string): TableReader {
  const titles: string[] = []
  const indexes = new Map<string, number>()
  let at = 0
  let line = 0

  function indexOf(title: string): number {
    const known = indexes.get(title)
    if (known !== undefined) return known
    indexes.set(title, titles.length)
    return titles.push(title) - 1
  }

  function read(cells: string): ReadRow {
    const fields = parseLine(cells)
    if (!fields) {
      const subject = String(line)
      throw new AppError('tableLineInvalid', `Line ${subject} is no JSON object`, { subject })
    }
    const values: string[] = []
    for (const [title, value] of fields) {
      const index = indexOf(title)
      while (values.length <= index) values.push('')
      values[index] = value
    }
    return { cells, values }
  }

  return {
    format: 'jsonl',
    delimiter: null,
    titles,
    next(wanted) {
      const rows: ReadRow[] = []
      while (rows.length < wanted && at < text.length) {
        const feed = text.indexOf('\n', at)
        const end = feed < 0 ? text.length : feed
        const cells = text.slice(at, end).trim()
        at = end + 1
        line += 1
        if (cells !== '') rows.push(read(cells))
      }
      return rows
    },
  }
}
