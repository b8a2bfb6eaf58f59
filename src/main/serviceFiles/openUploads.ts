import type { FeatureContext } from '../feature.ts'
import { AppError } from '../../shared/errors.ts'
import type { ThreadAccount, ThreadRecordFor } from '../providers/assistants/threadRecord.ts'
import type { UploadRecordFor } from '../providers/uploadRecord.ts'
import { createLeavingThreads, type LeavingThreads } from './leavingThreads.ts'
import { createThreadTable } from './threadTable.ts'
import { createUploadTable, forgetExpired, type UploadTable } from './uploadTable.ts'

export interface OpenUploads {
  recordFor: UploadRecordFor
  /** Returns the record of the chats' threads in a key's account. */
  threadsFor: ThreadRecordFor
  /** Returns the threads of erased chats. Errors: internal while the history is closed. */
  leavingThreads: () => LeavingThreads
  table: () => UploadTable
  /** Returns the ids of stored files that anything refers to; null if they are unknown. */
  usedFiles: () => ReadonlySet<string> | null
}

/** Opens the record of what chats have at services: uploads and threads. It is part of the history. */
export function openUploads({ history }: Pick<FeatureContext, 'history'>): OpenUploads {
  const current = history.add({
    recover: (database) => forgetExpired(database),
    open: (database, { usedFiles }) => ({
      table: createUploadTable(database),
      threadsFor: (account: ThreadAccount) => createThreadTable(database, account),
      leavingThreads: createLeavingThreads(database),
      usedFiles,
      close: () => undefined,
    }),
  })
  const opened = () => {
    const part = current()
    if (part) return part
    throw new AppError('internal', 'The history is closed')
  }
  return {
    // Clients may be made before the history is open.
    recordFor: (account) => {
      const record = () => opened().table.recordFor(account)
      return {
        find: (fileId) => record().find(fileId),
        begin: (file) => record().begin(file),
        distrust: () => record().distrust(),
      }
    },
    threadsFor: (account) => {
      const record = () => opened().threadsFor(account)
      return {
        find: (conversationId) => record().find(conversationId),
        note: (conversationId, threadId) => record().note(conversationId, threadId),
        save: (conversationId, thread) => record().save(conversationId, thread),
        forget: (conversationId) => record().forget(conversationId),
      }
    },
    leavingThreads: () => opened().leavingThreads,
    table: () => opened().table,
    usedFiles: () => opened().usedFiles(),
  }
}
