import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../storage/connection.ts'
import type { StoredBatch } from '../batchTable.ts'
import { readCsvCells, valuesOf } from '../columns.ts'
import { readRows, type StoredRow } from '../rowTable.ts'
import { guardFormula } from './guardFormula.ts'

const encoder = new TextEncoder()
/** Spreadsheets read a file as UTF-8 only with it. */
const byteOrderMark = '\ufeff'

export interface WriteOptions {
  format: 'csv' | 'jsonl'
  /** True puts an apostrophe before answers in CSV that a spreadsheet would run as a formula. */
  guard: boolean
  /** Called for each value that got an apostrophe. */
  onGuarded: () => void
}

/** Yields the bytes of a table with its answers: the user's columns, then the answer and the error. */
export async function* writeTable(
  database: Database,
  batch: StoredBatch,
  { format, guard, onGuarded }: WriteOptions,
): AsyncGenerator<Uint8Array> {
  const titles = batch.columns.map(({ title }) => title)
  const added = { answer: freeTitle('answer', titles), error: freeTitle('error', titles) }
  const delimiter = batch.delimiter ?? ','
  if (format === 'csv') {
    const head = [...titles, added.answer, added.error]
    yield encoder.encode(byteOrderMark + csvLine(head, delimiter))
  }
  const guarded = (value: string): string => {
    const safe = guard ? guardFormula(value) : value
    if (safe !== value) onGuarded()
    return safe
  }
  for (let rows = readRows(database, batch.id, 0); rows.length > 0;) {
    const lines = rows.map((row) =>
      format === 'csv'
        ? csvLine(
            [...valuesIn(batch, row), ...[row.answer ?? '', errorIn(row)].map(guarded)],
            delimiter,
          )
        : jsonLine(batch, row, added),
    )
    yield encoder.encode(lines.join(''))
    await setImmediate()
    rows = readRows(database, batch.id, rows.at(-1)?.number ?? Infinity)
  }
}

/** Returns a title that no column has: `answer`, or else `answer 2`. */
function freeTitle(title: string, titles: readonly string[]): string {
  const taken = new Set(titles.map((one) => one.trim().toLowerCase()))
  let free = title
  for (let number = 2; taken.has(free); number += 1) free = `${title} ${String(number)}`
  return free
}

function valuesIn({ format, columns }: StoredBatch, { cells }: StoredRow): string[] {
  if (format === 'jsonl') return [...valuesOf(format, columns, cells).values()]
  const values = readCsvCells(cells)
  return columns.map((_column, index) => values[index] ?? '')
}

function csvLine(values: readonly string[], delimiter: string): string {
  return `${values.map((value) => csvValue(value, delimiter)).join(delimiter)}\r\n`
}

function csvValue(value: string, delimiter: string): string {
  const isPlain = !value.includes(delimiter) && !/["\r\n]/.test(value) && value.trim() === value
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`
}

/** Returns why a row has no whole answer; empty for one that has. */
function errorIn({ state, error, notice }: StoredRow): string {
  if (notice !== null) return notices[notice]
  if (state === 'done' || state === 'empty') return ''
  if (state === 'waiting' || state === 'cancelled') return 'not sent'
  if (state === 'unknown' || state === 'sent') return 'no answer: it may be running or paid for'
  return error ? `${error.code}: ${error.details?.answer ?? error.message}` : ''
}

const notices = { length: 'cut off: the answer is too long', unfinished: 'not finished' }

/** Keeps the user's object as it stands, and puts two fields behind its own. */
function jsonLine(
  batch: StoredBatch,
  row: StoredRow,
  added: { answer: string; error: string },
): string {
  const result = {
    [added.answer]: row.answer,
    [added.error]: errorIn(row) || null,
  }
  const more = JSON.stringify(result).slice(1)
  const own = batch.format === 'jsonl' ? row.cells.trim() : objectOf(batch, row)
  const isBare = /^\{\s*\}$/.test(own)
  return `${isBare ? '{' : `${own.slice(0, -1).trimEnd()},`}${more}\n`
}

/** A title that two columns have would lose a value: the names are unique. */
function objectOf({ columns }: StoredBatch, { cells }: StoredRow): string {
  const values = readCsvCells(cells)
  const pairs = columns.map(
    ({ name }, index) => `${JSON.stringify(name)}:${JSON.stringify(values[index] ?? '')}`,
  )
  return `{${pairs.join(',')}}`
}
