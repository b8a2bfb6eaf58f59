import { readCells } from '../../knowledge/reading/csvCells.ts'
import { findCsvShape } from '../../knowledge/reading/csvShape.ts'
import type { ReadRow, TableReader } from './tableReader.ts'

/** Creates a reader of values between marks. The first row has the titles. */
export function createCsvReader(given: string): TableReader {
  // Old Macs end lines with a carriage return alone.
  const text = given.includes('\n') ? given : given.replaceAll('\r', '\n')
  const { delimiter, start } = findCsvShape(text)
  let at = start

  function readRows(wanted: number): string[][] {
    const rows: string[][] = []
    let row: string[] = []
    at = readCells(
      text,
      delimiter,
      {
        cell: (value) => void row.push(value),
        endRow() {
          rows.push(withoutReturn(row))
          row = []
        },
        isDone: () => rows.length >= wanted,
      },
      at,
    )
    return rows
  }

  const titles = [...(readRows(1)[0] ?? [])]
  return {
    format: 'csv',
    delimiter,
    titles,
    next: (rows) =>
      readRows(rows).map((values): ReadRow => {
        while (titles.length < values.length) titles.push('')
        return { cells: JSON.stringify(values), values }
      }),
  }
}

/** Removes the carriage return of a line break, which the last value of a row ends with. */
function withoutReturn(row: string[]): string[] {
  const last = row.at(-1)
  return last?.endsWith('\r') ? [...row.slice(0, -1), last.slice(0, -1)] : row
}
