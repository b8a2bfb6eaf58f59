import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { AppError } from '../../shared/errors.ts'
import type { Database } from './connection.ts'

const maxDamagedRegions = 10_000
const maxRowid = 2n ** 62n
/** SQLite's errors for a row with invalid content: CONSTRAINT and MISMATCH. */
const refusedRow = [19, 20]

export interface TableSalvage {
  rows: number
  /** False if part of the table was unreadable. */
  complete: boolean
}

/** Copies every readable row of the table from the file `source` to `target`. */
export function salvageTable(source: string, target: Database, table: string): TableSalvage {
  let native: DatabaseSync | undefined
  try {
    native = new DatabaseSync(source)
    const columns = sharedColumns(native, target, table)
    if (columns.length === 0) return { rows: 0, complete: false }
    const insert = insertInto(target, table, columns)
    return copyRows(readRows(native, table, columns), insert)
  } catch (error) {
    if (!isDamage(error)) throw error
    return { rows: 0, complete: false }
  } finally {
    native?.close()
  }
}

type Values = SQLOutputValue[]
/** Reads rows after a rowid. The first value of each row is its rowid. */
type ReadRows = (after: bigint, limit: number) => Iterable<Values>

function copyRows(read: ReadRows, insert: (values: Values) => boolean): TableSalvage {
  const result: TableSalvage = { rows: 0, complete: true }
  let after = -1n
  for (let region = 0; region < maxDamagedRegions; region++) {
    try {
      for (const [rowid, ...values] of read(after, -1)) {
        if (typeof rowid !== 'bigint' || rowid <= after) break
        after = rowid
        if (insert(values)) result.rows++
        else result.complete = false
      }
      return result
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    result.complete = false
    const next = findReadable(read, after)
    if (next === undefined) return result
    after = next
  }
  return result
}

/** Returns the first readable rowid beyond the damage after `after`. */
function findReadable(read: ReadRows, after: bigint): bigint | undefined {
  let unreadable = after
  let step = 1n
  while (!isReadable(read, after + step)) {
    unreadable = after + step
    step *= 2n
    if (step > maxRowid) return undefined
  }
  let readable = after + step
  while (readable - unreadable > 1n) {
    const middle = (readable + unreadable) / 2n
    if (isReadable(read, middle)) readable = middle
    else unreadable = middle
  }
  return readable
}

function isReadable(read: ReadRows, after: bigint): boolean {
  try {
    return Array.from(read(after, 1)).every(([rowid]) => typeof rowid === 'bigint' && rowid > after)
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  }
}

function readRows(native: DatabaseSync, table: string, columns: string[]): ReadRows {
  const statement = native.prepare(
    `SELECT rowid AS "salvaged rowid", ${columns.map(quote).join(', ')} FROM ${quote(table)}
     WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  )
  statement.setReadBigInts(true)
  return function* read(after, limit) {
    for (const row of statement.iterate(after, limit)) yield Object.values(row)
  }
}

function insertInto(target: Database, table: string, columns: string[]) {
  const sql = `INSERT OR IGNORE INTO ${quote(table)} (${columns.map(quote).join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})`
  return (values: Values): boolean => {
    try {
      return target.run(sql, ...values) === 1
    } catch (error) {
      if (refusedRow.includes(primaryCode(error) ?? 0)) return false
      if (error instanceof AppError) throw error
      throw new AppError('internal', 'A salvaged row could not be written', {}, error)
    }
  }
}

function sharedColumns(native: DatabaseSync, target: Database, table: string): string[] {
  const sql = 'SELECT name FROM pragma_table_info(?)'
  const known = new Set(target.all(sql, table).map((row) => String(row['name'])))
  const found = native.prepare(sql).all(table)
  return found.map((row) => String(row['name'])).filter((name) => known.has(name))
}

/**
 * Returns true for SQLite's errors about the source. Errors of the target are AppErrors and end the
 * salvage.
 */
function isDamage(error: unknown): boolean {
  return primaryCode(error) !== undefined
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
