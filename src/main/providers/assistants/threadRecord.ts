import type { UploadAccount } from '../uploadRecord.ts'

/** A thread at the service that holds a chat. */
export interface KnownThread {
  threadId: string
  /** A hash of each entry that the thread holds, the oldest first (`hashEntries`). */
  held: readonly string[]
  /** The last run whose end Parley has read; null before. */
  lastRunId: string | null
  /**
   * A run that Parley has asked for, and whose end it has not read. Its id is null until the service
   * has answered. It is noted before the request, so that a lost run is found, not started again.
   */
  openRun: { id: string | null } | null
}

/** The threads of chats in one key's account, by the chat's id. */
export interface ThreadRecord {
  find: (conversationId: string) => KnownThread | undefined
  /** Notes that a thread exists, so that it can be deleted with its chat. It is not used yet. */
  note: (conversationId: string, threadId: string) => void
  /** Notes the thread that the chat goes on with. */
  save: (conversationId: string, thread: KnownThread) => void
  /** Stops to use the chat's thread, which stays noted. */
  forget: (conversationId: string) => void
}

/** A key's account at the service of an address, whose threads another address does not know. */
export interface ThreadAccount extends UploadAccount {
  /** In the format of `originOf`; null if unknown. */
  origin: string | null
}

/** Returns the record of a key's account; undefined if none is kept. */
export type ThreadRecordFor = (account: ThreadAccount) => ThreadRecord | undefined

/** Creates a record that ends with the process, such as that of the doctor's clients. */
export function createPassingThreads(): ThreadRecord {
  const threads = new Map<string, KnownThread>()
  return {
    find: (conversationId) => threads.get(conversationId),
    note: () => undefined,
    save: (conversationId, thread) => void threads.set(conversationId, thread),
    forget: (conversationId) => void threads.delete(conversationId),
  }
}
