import type { FeatureContext } from '../feature.ts'
import { AppError } from '../../shared/errors.ts'
import type { UploadRecordFor } from '../providers/uploadRecord.ts'
import { createUploadTable, forgetExpired, type UploadTable } from './uploadTable.ts'

export interface OpenUploads {
  recordFor: UploadRecordFor
  table: () => UploadTable
  /** Returns the ids of stored files that anything refers to; null if they are unknown. */
  usedFiles: () => ReadonlySet<string> | null
}

/** Opens the record of what chats upload to services. It is part of the history. */
export function openUploads({ history }: Pick<FeatureContext, 'history'>): OpenUploads {
  const current = history.add({
    recover: (database) => forgetExpired(database),
    open: (database, { usedFiles }) => ({
      table: createUploadTable(database),
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
    table: () => opened().table,
    usedFiles: () => opened().usedFiles(),
  }
}
