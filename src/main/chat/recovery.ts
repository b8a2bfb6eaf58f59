import type { Database } from '../storage/connection.ts'
import { finishMessage, getMessage } from './messages.ts'

/** At the start no reply runs: what the journal holds of one is written to its message for good. */
export function recoverInterrupted(database: Database): number {
  const rows = database.all(`SELECT id FROM message WHERE status = 'streaming'`)
  for (const { id } of rows) recoverMessage(database, String(id))
  database.run('DELETE FROM journal')
  return rows.length
}

/** Makes an answer that nobody writes any more `interrupted`, with all its journalled text. */
export function recoverMessage(database: Database, id: string): void {
  database.transaction(() => {
    finishMessage(
      database,
      id,
      getMessage(database, id, () => false),
    )
  })
}
