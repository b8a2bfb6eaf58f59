import type { Database } from '../../storage/connection.ts'
import { recordBrokenOff } from './answerSpending.ts'
import { finishMessage, getMessage } from './messages.ts'

/**
 * Saves journalled replies as interrupted messages at the start, when no reply runs. Returns how
 * many there were.
 */
export function recoverInterrupted(database: Database): number {
  const rows = database.all(`SELECT id FROM message WHERE status = 'streaming'`)
  for (const { id } of rows) recoverMessage(database, String(id))
  database.run('DELETE FROM journal')
  return rows.length
}

/** Marks an answer that nobody writes any more as `interrupted`, with all its journalled text. */
export function recoverMessage(database: Database, id: string): void {
  database.transaction(() => {
    const message = getMessage(database, id, () => false)
    // A reply that was only broken off has recorded its requests itself.
    const wasWritten = database.get(
      `SELECT 1 FROM message WHERE id = ? AND status = 'streaming'`,
      id,
    )
    finishMessage(database, id, message)
    if (wasWritten) recordBrokenOff(database, message)
  })
}
