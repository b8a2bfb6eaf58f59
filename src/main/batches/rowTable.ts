import { z } from 'zod'
import type { RowNotice, RowState, ShownRow } from '../../shared/batches/batches.ts'
import { rowNotices, rowStates } from '../../shared/batches/batches.ts'
import { toWire, type AppError } from '../../shared/errors.ts'
import { maxShownRows } from '../../shared/limits.ts'
import type { Database } from '../storage/connection.ts'
import { readError } from './batchTable.ts'

/** A row that is about to be sent. */
export interface SentRow {
  sequence: number
  batchId: string
  number: number
  cells: string
}

/** The tokens of a request and its answer, and their price; null if that is unknown. */
export interface RowUsage {
  inputTokens: number
  outputTokens: number
  dollars: number | null
}

/** The end of a request. */
export type Outcome = Served | Refused

type Served =
  | { state: 'done'; answer: string; notice: RowNotice | null; usage: RowUsage | null }
  | { state: 'failed' | 'unknown'; answer: string; error: AppError; usage: RowUsage | null }

/**
 * Certainly not served and not paid for: the row waits again within the same consent, or has failed
 * and keeps its consent.
 */
interface Refused {
  state: 'waiting' | 'refused'
  error: AppError
}

/** Certainly not run at its service, and no longer to be sent. */
export interface Cancelled {
  state: 'cancelled'
}

function count(database: Database, batchId: string, state: RowState, added: number): void {
  database.run(
    `INSERT INTO batch_count (batch_id, state, rows) VALUES (?, ?, ?)
     ON CONFLICT (batch_id, state) DO UPDATE SET rows = rows + excluded.rows`,
    ...[batchId, state, added],
  )
}

/** Moves rows from one state's number to another's. */
export function move(
  database: Database,
  batchId: string,
  from: RowState,
  to: RowState,
  rows = 1,
): void {
  count(database, batchId, from, -rows)
  count(database, batchId, to, rows)
}

export function addRow(
  database: Database,
  batchId: string,
  row: { number: number; cells: string; state: 'waiting' | 'empty' },
): void {
  database.run(
    'INSERT INTO batch_row (batch_id, number, cells, state) VALUES (?, ?, ?, ?)',
    ...[batchId, row.number, row.cells, row.state],
  )
}

export function addToCount(database: Database, batchId: string, state: RowState, rows: number) {
  count(database, batchId, state, rows)
}

export function hasWaiting(database: Database, batchId: string): boolean {
  const sql = `SELECT 1 FROM batch_row WHERE batch_id = ? AND state = 'waiting' LIMIT 1`
  return database.get(sql, batchId) !== undefined
}

export const waitingSchema = z.object({
  sequence: z.number(),
  number: z.number(),
  cells: z.string(),
})
export type WaitingRow = z.infer<typeof waitingSchema>

/** Returns the first rows of a table that wait. */
export function readWaiting(database: Database, batchId: string, limit: number): WaitingRow[] {
  return database
    .all(
      `SELECT sequence, number, cells FROM batch_row
       WHERE batch_id = ? AND state = 'waiting' ORDER BY number LIMIT ?`,
      ...[batchId, limit],
    )
    .map((row) => waitingSchema.parse(row))
}

/**
 * Takes the next waiting row and writes down that its request leaves: `posts` grows, and the
 * database refuses more posts than consents. Undefined if no row waits.
 */
export function takeRow(database: Database, batchId: string): SentRow | undefined {
  return database.transaction(() => {
    const [taken] = readWaiting(database, batchId, 1)
    if (!taken) return undefined
    database.run(
      `UPDATE batch_row SET state = 'sent', posts = posts + 1 WHERE sequence = ?`,
      taken.sequence,
    )
    move(database, batchId, 'waiting', 'sent')
    return { ...taken, batchId }
  })
}

/** Fails a waiting row whose request can't be sent. It keeps its consent. */
export function failWaiting(
  database: Database,
  { sequence, batchId }: Pick<SentRow, 'sequence' | 'batchId'>,
  error: AppError,
): void {
  database.transaction(() => {
    move(database, batchId, 'waiting', 'failed')
    database.run(
      `UPDATE batch_row SET state = 'failed', error = ? WHERE sequence = ?`,
      ...[JSON.stringify(toWire(error)), sequence],
    )
  })
}

/** Writes down how the request of a row has ended. */
export function settleRow(database: Database, row: SentRow, outcome: Outcome | Cancelled): void {
  database.transaction(() => {
    if ('answer' in outcome) keep(database, row, outcome)
    else giveBack(database, row, outcome)
  })
}

function giveBack(
  database: Database,
  { batchId, sequence }: SentRow,
  outcome: Refused | Cancelled,
): void {
  const state = outcome.state === 'refused' ? 'failed' : outcome.state
  const error = 'error' in outcome ? JSON.stringify(toWire(outcome.error)) : null
  move(database, batchId, 'sent', state)
  database.run(
    `UPDATE batch_row SET state = ?, posts = posts - 1, error = ? WHERE sequence = ?`,
    ...[state, error, sequence],
  )
}

function keep(database: Database, { batchId, sequence }: SentRow, outcome: Served): void {
  const { state, answer, usage } = outcome
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {}
  move(database, batchId, 'sent', state)
  database.run(
    `UPDATE batch_row SET state = ?, answer = ?, notice = ?, error = ?,
       input_tokens = input_tokens + ?, output_tokens = output_tokens + ? WHERE sequence = ?`,
    ...[state, answer],
    state === 'done' ? outcome.notice : null,
    state === 'done' ? null : JSON.stringify(toWire(outcome.error)),
    ...[inputTokens, outputTokens, sequence],
  )
  if (!usage) return
  database.run(
    `UPDATE batch SET input_tokens = input_tokens + ?, output_tokens = output_tokens + ?,
       dollars = dollars + ? WHERE id = ?`,
    ...[inputTokens, outputTokens, usage.dollars, batchId],
  )
}

/** Rows that one transaction changes: a few milliseconds of work. */
export const sliceRows = 250

export interface RowChange {
  /** The state of the rows that are changed, and their new one. */
  from: RowState
  to: RowState
  /** Limits the change to some rows: a condition in SQL, with its values. */
  where: string
  values: readonly string[]
  /** More columns to set, in SQL. */
  set?: string
}

/** Changes some rows of a table, in a transaction. Returns false once none are left. */
export function changeSlice(
  database: Database,
  batchId: string,
  { from, to, where, values, set = '' }: RowChange,
): boolean {
  return database.transaction(() => {
    const rows = database.run(
      `UPDATE batch_row SET state = ?${set} WHERE sequence IN (
         SELECT sequence FROM batch_row WHERE ${where} AND state = ? LIMIT ?)`,
      ...[to, ...values, from, sliceRows],
    )
    if (rows > 0) move(database, batchId, from, to, rows)
    return rows === sliceRows
  })
}

/**
 * Changes some rows of a table, but none that a service's batch has. Returns false once none are
 * left. `again` is the user's consent to one more request for each.
 */
export function moveSlice(
  database: Database,
  batchId: string,
  { from, to, again = false }: { from: RowState; to: RowState; again?: boolean },
): boolean {
  // A row that was refused has a consent left, which the new one does not add to.
  const consents = again ? ', consents = MAX(consents, posts + 1)' : ''
  return changeSlice(database, batchId, {
    ...{ from, to },
    where: `batch_id = ? AND (state <> 'sent' OR part_id IS NULL)`,
    values: [batchId],
    set: `, part_id = NULL${consents}`,
  })
}

/** Deletes some rows. Returns false once none are left. */
export function deleteSlice(database: Database, batchId: string): boolean {
  const deleted = database.run(
    `DELETE FROM batch_row WHERE sequence IN (
       SELECT sequence FROM batch_row WHERE batch_id = ? LIMIT ?)`,
    ...[batchId, sliceRows],
  )
  return deleted === sliceRows
}

/** A row as `storedColumns` selects it. */
export const storedSchema = z.object({
  sequence: z.number(),
  number: z.number(),
  state: z.enum(rowStates),
  cells: z.string(),
  answer: z.string().nullable(),
  notice: z.enum(rowNotices).nullable(),
  error: z.unknown().transform(readError),
})
export type StoredRow = z.output<typeof storedSchema>

export const storedColumns = 'sequence, number, state, cells, answer, notice, error'

/** Returns the next rows of a table after a number, in their order; none at the end. */
export function readRows(database: Database, batchId: string, after: number): StoredRow[] {
  return database
    .all(
      `SELECT ${storedColumns} FROM batch_row WHERE batch_id = ? AND number > ? ORDER BY number LIMIT ?`,
      ...[batchId, after, sliceRows],
    )
    .map((row) => storedSchema.parse(row))
}

/** Returns the first rows in the given states, in their order. */
export function readFirst(
  database: Database,
  batchId: string,
  states: readonly RowState[],
  limit = maxShownRows,
): StoredRow[] {
  return states
    .flatMap((state) =>
      database.all(
        `SELECT ${storedColumns} FROM batch_row WHERE batch_id = ? AND state = ? ORDER BY number LIMIT ?`,
        ...[batchId, state, limit],
      ),
    )
    .map((row) => storedSchema.parse(row))
    .toSorted((one, other) => one.number - other.number)
    .slice(0, limit)
}

const excerptLength = 300

/** Returns a row as the page lists it. `values` are those of its columns. */
export function toShown(
  row: StoredRow,
  values: Iterable<string>,
  maxAnswerLength = excerptLength,
): ShownRow {
  const { number, state, answer, notice, error } = row
  return {
    ...{ number, state, notice, error },
    excerpt: [...values].join(' · ').slice(0, excerptLength).toWellFormed(),
    answer: (answer ?? '').slice(0, maxAnswerLength).toWellFormed(),
  }
}
