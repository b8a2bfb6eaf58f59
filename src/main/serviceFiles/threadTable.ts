import { z } from 'zod'
import type { ThreadAccount, ThreadRecord } from '../providers/assistants/threadRecord.ts'
import { readJson } from '../storage/columns.ts'
import type { Database } from '../storage/connection.ts'

const threadSchema = z.object({
  threadId: z.string(),
  held: z.array(z.string()),
  lastRunId: z.string().nullable(),
  openRun: z.object({ id: z.string().nullable() }).nullable(),
})

/**
 * Creates the record of the threads in a key's account. Every change is on disk once it returns. A
 * row that can't be read counts as none: the thread is made anew from the chat.
 */
export function createThreadTable(
  database: Database,
  { providerId, secretId, origin }: ThreadAccount,
): ThreadRecord {
  const note = (conversationId: string, threadId: string): void =>
    void database.run(
      `INSERT INTO assistant_thread (provider_id, secret_id, thread_id, conversation_id, origin)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET origin = excluded.origin`,
      ...[providerId, secretId, threadId, conversationId, origin],
    )
  const forget = (conversationId: string): void =>
    void database.run(
      `UPDATE assistant_thread SET known = NULL
       WHERE conversation_id = ? AND provider_id = ? AND secret_id = ?`,
      ...[conversationId, providerId, secretId],
    )
  return {
    find(conversationId) {
      const row = database.get(
        `SELECT known FROM assistant_thread WHERE conversation_id = ? AND provider_id = ?
         AND secret_id = ? AND (origin IS NULL OR origin = ?) AND known IS NOT NULL`,
        ...[conversationId, providerId, secretId, origin],
      )
      return readJson(row?.['known'], threadSchema) ?? undefined
    },
    note,
    save(conversationId, thread) {
      database.transaction(() => {
        forget(conversationId)
        note(conversationId, thread.threadId)
        database.run(
          `UPDATE assistant_thread SET known = ?
           WHERE provider_id = ? AND secret_id = ? AND thread_id = ?`,
          ...[JSON.stringify(thread), providerId, secretId, thread.threadId],
        )
      })
    },
    forget,
  }
}
