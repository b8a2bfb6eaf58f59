import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { BatchPart } from '../../../shared/batches/parts.ts'
import { maxShownParts } from '../../../shared/limits.ts'
import { hasEnded, remoteStates, type RemoteBatch } from '../../providers/requestBatches.ts'
import type { Database } from '../../storage/connection.ts'
import {
  changeSlice,
  move,
  settleRow,
  waitingSchema,
  type Cancelled,
  type Outcome,
} from '../rowTable.ts'

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
    .all(
      `SELECT * FROM batch_part WHERE batch_id = ?
         AND state IN (SELECT value FROM json_each(?)) ORDER BY number`,
      ...[batchId, JSON.stringify(states)],
    )
    .map((row) => partSchema.parse(row))
}

/** Returns the parts that have not been sent. */
export function readUnsentParts(database: Database, batchId: string): Part[] {
  return readParts(database, batchId, ['packing', 'uploaded'])
}

/** Returns the parts that a service has, or may have. */
export function readSentParts(database: Database, batchId: string): Part[] {
  return readParts(database, batchId, ['sending', 'following'])
}

/** Returns true if a part still has something to do. */
export function hasOpenParts(database: Database, batchId: string): boolean {
  return readParts(database, batchId, ['packing', 'uploaded', 'sending', 'following']).length > 0
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
  { id, batchId }: Part,
  to: 'waiting' | 'cancelled',
): boolean {
  const set = ', posts = posts - 1, part_id = NULL, error = NULL'
  return changeSlice(database, batchId, {
    ...{ from: 'sent', to, set },
    ...{ where: 'part_id = ?', values: [id] },
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

/**
 * Returns the US dollars that the table pays for all rows of a part together; null if each row's
 * price is estimated. A guessed batch may be somebody else's, who then pays its price.
 */
export function priceOfWhole({ isGuess }: Part, { dollars }: RemoteBatch): number | null {
  return isGuess ? null : dollars
}

/** Writes down the state of a batch at its service, and its price once it has ended. */
export function keepRemote(database: Database, id: string, batch: RemoteBatch): void {
  const { counts } = batch
  database.transaction(() => {
    const part = readPart(database, id)
    const { batchId, remoteState } = part
    const ends = hasEnded(batch.state) && !(remoteState && hasEnded(remoteState))
    const dollars = priceOfWhole(part, batch)
    if (ends && dollars !== null) {
      database.run('UPDATE batch SET dollars = dollars + ? WHERE id = ?', dollars, batchId)
    }
    database.run(
      `UPDATE batch_part SET state = 'following', remote_id = ?, remote_state = ?,
         done = coalesce(?, done), failed = coalesce(?, failed) WHERE id = ?`,
      ...[batch.id, batch.state, counts?.done ?? null, counts?.failed ?? null, id],
    )
  })
}

/** Returns the ids of all batches at services that are certainly those of their parts. */
export function knownRemoteIds(database: Database): Set<string> {
  const sql = 'SELECT remote_id FROM batch_part WHERE remote_id IS NOT NULL AND is_guess = 0'
  return new Set(database.all(sql).map((row) => String(row['remote_id'])))
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
  { id, batchId }: Part,
  states: { from: 'sent' | 'unknown'; to: 'sent' | 'unknown' },
): boolean {
  return changeSlice(database, batchId, { ...states, where: 'part_id = ?', values: [id] })
}

/** Returns the numbers of the first rows of a part without a result. */
export function readUnsettled(database: Database, partId: string, limit: number): number[] {
  const sql = `SELECT number FROM batch_row WHERE part_id = ? AND state = 'sent' ORDER BY number LIMIT ?`
  return database.all(sql, partId, limit).map(({ number }) => Number(number))
}

/** Returns true if a row of the part has no result. */
export function hasUnsettled(database: Database, { id }: Part): boolean {
  return readUnsettled(database, id, 1).length > 0
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
 * Writes down the outcome of a row. Changes nothing if the part has no such row, or the row has an
 * outcome already.
 */
export function settlePartRow(
  database: Database,
  part: Part,
  number: number,
  outcome: Outcome | Cancelled,
): void {
  database.transaction(() => {
    const row = database.get(
      `SELECT sequence, number, cells FROM batch_row
       WHERE batch_id = ? AND number = ? AND part_id = ? AND state = 'sent'`,
      ...[part.batchId, number, part.id],
    )
    if (!row) return
    settleRow(database, { ...waitingSchema.parse(row), batchId: part.batchId }, outcome)
  })
}
