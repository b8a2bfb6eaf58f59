import { readCells, shownText } from '../cells.ts'
import type { ReadRow, TableReader } from './tableReader.ts'

/** Creates a reader of JSON lists of cells, one a line. The first line has the titles. */
export function createCellsReader(text: string): TableReader {
  let at = 0

  function nextRow(): ReadRow | undefined {
    if (at >= text.length) return undefined
    const end = text.indexOf('\n', at)
    const cells = text.slice(at, end < 0 ? text.length : end)
    at += cells.length + 1
    return { cells, values: readCells(cells).map(shownText) }
  }

  const titles = nextRow()?.values ?? []
  return {
    format: 'csv',
    delimiter: null,
    titles,
    next(wanted) {
      const rows: ReadRow[] = []
      for (let row = nextRow(); row; row = rows.length < wanted ? nextRow() : undefined) {
        while (titles.length < row.values.length) titles.push('')
        rows.push(row)
      }
      return rows
    },
  }
}
