import { errorSchema } from '../../shared/errorSchema.ts'
import type { WireError } from '../../shared/errors.ts'
import type { ThreadAccount } from '../providers/assistants/threadRecord.ts'
import { readJson } from '../storage/columns.ts'
import type { Database } from '../storage/connection.ts'

/** A thread at a service whose chat is erased. */
export interface LeavingThread extends ThreadAccount {
  threadId: string
  /** Why it could not be deleted; null before the first try. */
  error: WireError | null
}

/**
 * The threads that are to be deleted at services. Those with an error are shown to the user as left
 * there. Every change is on disk once it returns.
 */
export interface LeavingThreads {
  list: () => LeavingThread[]
  keepError: (thread: LeavingThread, error: WireError) => void
  remove: (thread: LeavingThread) => void
}

export function createLeavingThreads(database: Database): LeavingThreads {
  const key = ({ providerId, secretId, threadId }: LeavingThread) => [
    providerId,
    secretId,
    threadId,
  ]
  return {
    list: () =>
      database.all('SELECT * FROM assistant_thread WHERE is_leaving = 1').map((row) => ({
        providerId: String(row['provider_id']),
        secretId: String(row['secret_id']),
        origin: row['origin'] === null ? null : String(row['origin']),
        threadId: String(row['thread_id']),
        error: readJson(row['error'], errorSchema),
      })),
    keepError: (thread, error) =>
      void database.run(
        `UPDATE assistant_thread SET error = ?
         WHERE provider_id = ? AND secret_id = ? AND thread_id = ?`,
        ...[JSON.stringify(error), ...key(thread)],
      ),
    remove: (thread) =>
      void database.run(
        'DELETE FROM assistant_thread WHERE provider_id = ? AND secret_id = ? AND thread_id = ?',
        ...key(thread),
      ),
  }
}
