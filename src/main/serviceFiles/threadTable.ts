import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import type { ThreadRecord } from '../providers/assistants/threadRecord.ts'
import type { UploadAccount } from '../providers/uploadRecord.ts'
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
  { providerId, secretId }: UploadAccount,
): ThreadRecord {
  return {
    find(conversationId) {
      const row = database.get(
        `SELECT thread FROM assistant_thread
         WHERE conversation_id = ? AND provider_id = ? AND secret_id = ?`,
        ...[conversationId, providerId, secretId],
      )
      return threadSchema.safeParse(parseJson(String(row?.['thread'] ?? ''))).data
    },
    save: (conversationId, thread) =>
      void database.run(
        `INSERT OR REPLACE INTO assistant_thread (conversation_id, provider_id, secret_id, thread)
         VALUES (?, ?, ?, ?)`,
        ...[conversationId, providerId, secretId, JSON.stringify(thread)],
      ),
    forget: (conversationId) =>
      void database.run(
        `DELETE FROM assistant_thread
         WHERE conversation_id = ? AND provider_id = ? AND secret_id = ?`,
        ...[conversationId, providerId, secretId],
      ),
  }
}
