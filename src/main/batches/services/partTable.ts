import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { toWire, type AppError } from '../../../shared/errors.ts'
import type { BatchPart } from '../../../shared/batches/parts.ts'
import { maxShownParts } from '../../../shared/limits.ts'
import { remoteStates, type RemoteBatch } from '../../providers/requestBatches.ts'
import type { Database } from '../../storage/connection.ts'
import { move, settleRow, type Outcome } from '../rowTable.ts'

const partSchema = z
  .object({
    id: z.string(),
    batch_id: z.string(),
    number: z.number(),
    secret_id: z.string(),
    endpoint: z.string(),
    state: z.enum(['packing', 'uploaded', 'sending', 'following', 'lost', 'ended']),
    rows: z.number(),
    file_id: z.string().nullable(),
    sent_at: z.number().nullable(),
    remote_id: z.string().nullable(),
    remote_state: z.enum(remoteStates).nullable(),
    done: z.number(),
    failed: z.number(),
    is_guess: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    batchId: row.batch_id,
    number: row.number,
    /** The key whose account it belongs to. */
    secretId: row.secret_id,
    endpoint: row.endpoint,
    state: row.state,
    rows: row.rows,
    fileId: row.file_id,
    /** The time of its creation by the service's clock; null before. */
    sentAt: row.sent_at,
    remoteId: row.remote_id,
    remoteState: row.remote_state,
    done: row.done,
    failed: row.failed,
    /** True if the batch was found by its time and size: it may be somebody else's. */
    isGuess: row.is_guess === 1,
  }))
/** A part of a table: one batch at its service. */
export type Part = z.infer<typeof partSchema>

/** Rows that one transaction changes. */
const sliceRows = 250

export function addPart(
  database: Database,
  given: Pick<Part, 'batchId' | 'secretId' | 'endpoint'>,
): Part {
  // It becomes the beginning of each request's id at the service.
  const id = randomBytes(8).toString('hex')
  const { batchId, secretId, endpoint } = given
  database.run(
    `INSERT INTO batch_part (id, batch_id, number, secret_id, endpoint, state)
     SELECT ?, ?, coalesce(MAX(number), 0) + 1, ?, ?, 'packing' FROM batch_part WHERE batch_id = ?`,
    ...[id, batchId, secretId, endpoint, batchId],
  )
  return readPart(database, id)
}

export function readPart(database: Database, id: string): Part {
  return partSchema.parse(database.get('SELECT * FROM batch_part WHERE id = ?', id))
}

/** Returns the parts of a table in the states, in order. */
export function readParts(
  database: Database,
  batchId: string,
  states: readonly Part['state'][],
): Part[] {
  return database
    .all('SELECT * FROM batch_part WHERE batch_id = ? ORDER BY number', batchId)
    .map((row) => partSchema.parse(row))
    .filter(({ state }) => states.includes(state))
}

const openStates = ['packing', 'uploaded', 'sending', 'following'] as const

/** Returns the parts that still have something to do. */
export function readOpenParts(database: Database, batchId: string): Part[] {
  return readParts(database, batchId, openStates)
}

/** Returns the ids of all parts whose uploaded input the service may still have to read. */
export function partsInUse(database: Database): Set<string> {
  const rows = database.all(`SELECT id FROM batch_part WHERE state <> 'ended'`)
  return new Set(rows.map(({ id }) => String(id)))
}

/** Returns the newest parts as the page shows them, in order. */
export function shownParts(database: Database, batchId: string): BatchPart[] {
  return database
    .all(
      `SELECT * FROM batch_part WHERE batch_id = ? ORDER BY number DESC LIMIT ?`,
      ...[batchId, maxShownParts],
    )
    .map((row) => partSchema.parse(row))
    .map(({ number, state, remoteState, rows, done, failed }) => ({
      ...{ number, rows, done, failed },
      state:
        (state === 'following' || state === 'ended') && remoteState ? remoteState : shown[state],
    }))
    .toReversed()
}

const shown = {
  packing: 'preparing',
  uploaded: 'preparing',
  sending: 'sent',
  following: 'running',
  lost: 'lost',
  ended: 'completed',
} as const satisfies Record<Part['state'], BatchPart['state']>

/** Puts waiting rows into a part: their requests go with it. */
export function putRows(database: Database, part: Part, sequences: readonly number[]): void {
  database.transaction(() => {
    const rows = database.run(
      `UPDATE batch_row SET state = 'sent', posts = posts + 1, part_id = ?
       WHERE state = 'waiting' AND sequence IN (SELECT value FROM json_each(?))`,
      ...[part.id, JSON.stringify(sequences)],
    )
    database.run('UPDATE batch_part SET rows = rows + ? WHERE id = ?', rows, part.id)
    move(database, part.batchId, 'waiting', 'sent', rows)
  })
}

/**
 * Takes some rows out of a part that has certainly not run them. Returns false once none are left.
 */
export function takeOutSlice(
  database: Database,
  part: Part,
  to: 'waiting' | 'cancelled',
  error: AppError | null = null,
): boolean {
  return database.transaction(() => {
    const rows = database.run(
      `UPDATE batch_row SET state = ?, posts = posts - 1, part_id = NULL, error = ?
       WHERE sequence IN (
         SELECT sequence FROM batch_row WHERE part_id = ? AND state = 'sent' LIMIT ?)`,
      ...[to, error && JSON.stringify(toWire(error)), part.id, sliceRows],
    )
    if (rows > 0) move(database, part.batchId, 'sent', to, rows)
    return rows === sliceRows
  })
}

export function deletePart(database: Database, id: string): void {
  database.run('DELETE FROM batch_part WHERE id = ?', id)
}

export function keepFileId(database: Database, id: string, fileId: string): void {
  database.run(`UPDATE batch_part SET state = 'uploaded', file_id = ? WHERE id = ?`, fileId, id)
}

/**
 * Writes down that the creation of the batch leaves. The database refuses more posts than consents.
 */
export function beginPost(database: Database, id: string, sentAt: number): void {
  database.transaction(() => {
    database.run(
      `UPDATE batch_part SET state = 'sending', posts = posts + 1, sent_at = ? WHERE id = ?`,
      ...[sentAt, id],
    )
  })
}

/** Takes back a creation that the service has certainly refused. */
export function takePostBack(database: Database, id: string): void {
  database.run(
    `UPDATE batch_part SET state = iif(file_id IS NULL, 'packing', 'uploaded'), posts = posts - 1,
       sent_at = NULL WHERE id = ?`,
    id,
  )
}

/** Writes down the state of a batch at its service. */
export function keepRemote(database: Database, id: string, batch: RemoteBatch): void {
  const { counts } = batch
  database.run(
    `UPDATE batch_part SET state = 'following', remote_id = ?, remote_state = ?,
       done = coalesce(?, done), failed = coalesce(?, failed) WHERE id = ?`,
    ...[batch.id, batch.state, counts?.done ?? null, counts?.failed ?? null, id],
  )
}

/** Writes down that a batch at the service may be somebody else's. */
export function markGuess(database: Database, id: string): void {
  database.run('UPDATE batch_part SET is_guess = 1 WHERE id = ?', id)
}

export function setPartState(database: Database, id: string, state: Part['state']): void {
  database.run('UPDATE batch_part SET state = ? WHERE id = ?', state, id)
}

/** Changes the state of some rows of a part. Returns false once none are left. */
export function moveRowsSlice(
  database: Database,
  part: Part,
  { from, to }: { from: 'sent' | 'unknown'; to: 'sent' | 'unknown' },
): boolean {
  return database.transaction(() => {
    const rows = database.run(
      `UPDATE batch_row SET state = ? WHERE sequence IN (
         SELECT sequence FROM batch_row WHERE part_id = ? AND state = ? LIMIT ?)`,
      ...[to, part.id, from, sliceRows],
    )
    if (rows > 0) move(database, part.batchId, from, to, rows)
    return rows === sliceRows
  })
}

const rowSchema = z.object({ sequence: z.number(), number: z.number(), cells: z.string() })
export type PartRow = z.infer<typeof rowSchema>

/** Returns the first rows of a table that wait. */
export function readWaiting(database: Database, batchId: string, limit: number): PartRow[] {
  return database
    .all(
      `SELECT sequence, number, cells FROM batch_row
       WHERE batch_id = ? AND state = 'waiting' ORDER BY number LIMIT ?`,
      ...[batchId, limit],
    )
    .map((row) => rowSchema.parse(row))
}

/** Returns the first rows of a part without a result. */
export function readUnsettled(database: Database, partId: string, limit: number): PartRow[] {
  return database
    .all(
      `SELECT sequence, number, cells FROM batch_row
       WHERE part_id = ? AND state = 'sent' ORDER BY number LIMIT ?`,
      ...[partId, limit],
    )
    .map((row) => rowSchema.parse(row))
}

/** Returns the number of the row at a place of a part's input, from 1; undefined if there is none. */
export function rowAtLine(database: Database, partId: string, line: number): number | undefined {
  const row = database.get(
    'SELECT number FROM batch_row WHERE part_id = ? ORDER BY number LIMIT 1 OFFSET ?',
    ...[partId, line - 1],
  )
  return row && Number(row['number'])
}

/**
 * Writes down the outcome of a row. Returns false, and changes nothing, if the part has no such row
 * or the row has an outcome already.
 */
export function settlePartRow(
  database: Database,
  part: Part,
  number: number,
  outcome: Outcome,
): boolean {
  return database.transaction(() => {
    const row = database.get(
      `SELECT sequence, number, cells FROM batch_row
       WHERE batch_id = ? AND number = ? AND part_id = ? AND state = 'sent'`,
      ...[part.batchId, number, part.id],
    )
    if (!row) return false
    settleRow(database, { ...rowSchema.parse(row), batchId: part.batchId }, outcome)
    return true
  })
}

/** Cancels a row that the service has not run. */
export function cancelPartRow(database: Database, part: Part, number: number): void {
  database.transaction(() => {
    const rows = database.run(
      `UPDATE batch_row SET state = 'cancelled', posts = posts - 1, part_id = NULL
       WHERE batch_id = ? AND number = ? AND part_id = ? AND state = 'sent'`,
      ...[part.batchId, number, part.id],
    )
    if (rows > 0) move(database, part.batchId, 'sent', 'cancelled', rows)
  })
}
