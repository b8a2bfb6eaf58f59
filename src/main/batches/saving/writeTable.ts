import { setImmediate } from 'node:timers/promises'
import type { SavedFormat } from '../../../shared/batches/batches.ts'
import { byteOrderMark, csvLine } from '../../csv/csvLine.ts'
import { guardFormula } from '../../csv/guardFormula.ts'
import type { Database } from '../../storage/connection.ts'
import { readAnswerShape } from '../answers/answerShape.ts'
import type { StoredBatch } from '../batchTable.ts'
import { readCells, shownText, type Cell } from '../cells.ts'
import { valuesOf } from '../columns.ts'
import { readRows, type StoredRow } from '../rowTable.ts'
import { createAddedColumns, type AddedColumns } from './addedColumns.ts'
import { writeWorkbook, type SheetRow } from './workbook/writeWorkbook.ts'

const encoder = new TextEncoder()

export interface WriteOptions {
  format: SavedFormat
  /** True puts an apostrophe before answers in CSV that a spreadsheet would run as a formula. */
  guard: boolean
  /** Called for each value that got an apostrophe. */
  onGuarded: () => void
}

/**
 * Yields the bytes of a table with its answers: the user's columns, then those that Parley adds.
 * Errors: tableCellTooLong for a value that XLSX can't hold.
 */
export function writeTable(
  database: Database,
  batch: StoredBatch,
  { format, guard, onGuarded }: WriteOptions,
): AsyncGenerator<Uint8Array> {
  const { columns = [] } = readAnswerShape(batch.answerShape) ?? {}
  const added = createAddedColumns(titlesOf(batch), columns)
  const slices = readSlices(database, batch.id)
  if (format === 'xlsx') return writeWorkbook(toSheet(batch, added, slices))
  if (format === 'jsonl') return writeText(slices, (row) => jsonLine(batch, row, added))
  const guarded = (value: string): string => {
    const safe = guard ? guardFormula(value) : value
    if (safe !== value) onGuarded()
    return safe
  }
  const line = (cells: readonly Cell[], more: readonly string[]): string =>
    csvLine([...cells.map(shownText), ...more], batch.delimiter ?? ',')
  const head = byteOrderMark + line(titlesOf(batch), added.titles)
  return writeText(
    slices,
    (row) =>
      line(
        cellsIn(batch, row),
        added.values(row).map(({ cell }) => guarded(shownText(cell))),
      ),
    head,
  )
}

async function* readSlices(database: Database, id: string): AsyncGenerator<StoredRow[]> {
  for (let rows = readRows(database, id, 0); rows.length > 0;) {
    yield rows
    await setImmediate()
    rows = readRows(database, id, rows.at(-1)?.number ?? Infinity)
  }
}

async function* writeText(
  slices: AsyncIterable<StoredRow[]>,
  line: (row: StoredRow) => string,
  head = '',
): AsyncGenerator<Uint8Array> {
  yield encoder.encode(head)
  for await (const rows of slices) yield encoder.encode(rows.map(line).join(''))
}

async function* toSheet(
  batch: StoredBatch,
  added: AddedColumns,
  slices: AsyncIterable<StoredRow[]>,
): AsyncGenerator<SheetRow[]> {
  yield [{ name: '0', cells: [...titlesOf(batch), ...added.titles] }]
  for await (const rows of slices) {
    yield rows.map((row) => ({
      name: String(row.number),
      cells: [...cellsIn(batch, row), ...added.values(row).map(({ cell }) => cell)],
    }))
  }
}

function titlesOf({ columns }: StoredBatch): string[] {
  return columns.map(({ title }) => title)
}

/** Returns the user's own values of a row, one for each column. */
function cellsIn({ format, columns }: StoredBatch, { cells }: StoredRow): Cell[] {
  if (format === 'jsonl') return [...valuesOf(format, columns, cells).values()]
  const values = readCells(cells)
  return columns.map((_column, index) => values[index] ?? '')
}

/** Keeps the user's object as it stands, and puts the added fields behind its own. */
function jsonLine(batch: StoredBatch, row: StoredRow, { titles, values }: AddedColumns): string {
  const more = objectText(
    titles,
    values(row).map(({ json }) => json),
  ).slice(1)
  // The names of columns are unique: a title that two columns have would lose a value.
  const own =
    batch.format === 'jsonl'
      ? row.cells.trim()
      : objectText(
          batch.columns.map(({ name }) => name),
          cellsIn(batch, row).map((cell) => JSON.stringify(shownText(cell))),
        )
  const isBare = /^\{\s*\}$/.test(own)
  return `${isBare ? '{' : `${own.slice(0, -1).trimEnd()},`}${more}\n`
}

/**
 * Writes a JSON object of values that are JSON. Its fields keep their order: a JavaScript object
 * would put names that are numbers first.
 */
function objectText(names: readonly string[], values: readonly string[]): string {
  const pairs = names.map((name, index) => `${JSON.stringify(name)}:${values[index] ?? 'null'}`)
  return `{${pairs.join(',')}}`
}
