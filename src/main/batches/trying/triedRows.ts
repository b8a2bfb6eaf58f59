import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Database } from '../../storage/connection.ts'
import type { Prompts } from '../batchTable.ts'
import { move, waitingSchema, storedColumns, storedSchema } from '../rowTable.ts'
import type { SentRow, StoredRow } from '../rowTable.ts'

/** Returns the hash of everything but the row that a request consists of. */
export function hashRequest(
  { providerId, modelId }: ModelReference,
  { system, prompt, answerShape }: Prompts,
): string {
  const parts = [providerId, modelId, system, prompt, answerShape]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Takes a row of a draft, and writes down that its request leaves. A row that was tried before gets
 * another consent. Errors: badInput for a row that is missing, empty or under way.
 */
export function takeTriedRow(
  database: Database,
  batchId: string,
  number: number,
  hash: string,
): SentRow {
  return database.transaction(() => {
    const row = database.get(
      `SELECT sequence, number, cells, state FROM batch_row WHERE batch_id = ? AND number = ?
         AND state IN ('waiting', 'done', 'failed', 'unknown')`,
      ...[batchId, number],
    )
    if (!row) throw new AppError('badInput', 'There is no such row, or nothing to send')
    const { state, ...taken } = waitingSchema.extend({ state: storedSchema.shape.state }).parse(row)
    database.run(
      `UPDATE batch_row SET state = 'sent', consents = MAX(consents, posts + 1), posts = posts + 1,
         answer = NULL, notice = NULL, error = NULL, tried = ? WHERE sequence = ?`,
      ...[hash, taken.sequence],
    )
    move(database, batchId, state, 'sent')
    return { ...taken, batchId }
  })
}

/** A row that was tried. `isCurrent` is false for another model or other texts than those given. */
export type TriedRow = StoredRow & { isCurrent: boolean }

/** Returns the rows of a table that were tried, in their order. `hash` is that of the request now. */
export function readTried(database: Database, batchId: string, hash: string | null): TriedRow[] {
  return database
    .all(
      `SELECT ${storedColumns}, tried FROM batch_row WHERE batch_id = ? AND tried IS NOT NULL
       ORDER BY number`,
      batchId,
    )
    .map((row) => ({ ...storedSchema.parse(row), isCurrent: row['tried'] === hash }))
}

/** True for a row that a start sends, although it has been answered: its prompt has changed. */
export function isOutdated({ state, isCurrent }: TriedRow): boolean {
  return !isCurrent && (state === 'done' || state === 'failed' || state === 'unknown')
}

/**
 * Lets the rows wait again that were tried with another model or other texts. Runs with the user's
 * consent to send all rows, and drops the answers of those.
 */
export function releaseOutdated(database: Database, batchId: string, hash: string): void {
  for (const row of readTried(database, batchId, hash).filter(isOutdated)) {
    database.run(
      `UPDATE batch_row SET state = 'waiting', consents = MAX(consents, posts + 1), answer = NULL,
         notice = NULL, error = NULL, tried = NULL WHERE sequence = ?`,
      row.sequence,
    )
    move(database, batchId, row.state, 'waiting')
  }
}
