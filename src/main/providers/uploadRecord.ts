import type { Attachment } from '../../shared/chat/parts.ts'

/** The record of the files that Parley has put into one key's account, for chats and batches. */
export interface UploadRecord {
  /** Returns the id at the service of a stored file; undefined if it must be uploaded. */
  find: (fileId: string) => string | undefined
  /** Notes an upload before it is sent. */
  begin: (file: Pick<Attachment, 'id' | 'name'>) => Upload
  /** Stops to use earlier uploads, because the service no longer knew one of them. */
  distrust: () => void
}

/** An upload that is noted. */
export interface Upload {
  /** The file's name at the service. */
  name: string
  /** Notes that it has arrived. `expiresAt` in milliseconds since 1970; null if it stays. */
  complete: (arrived: { id: string; expiresAt: number | null }) => void
  /** Forgets it after the service has refused it: nothing lies there. */
  refuse: () => void
}

/** Returns the record of a key's account; undefined if none is kept. */
export type UploadRecordFor = (account: UploadAccount) => UploadRecord | undefined

/** The account that a key opens, by the key's name in the keychain. */
export interface UploadAccount {
  providerId: string
  secretId: string
}

/** Creates a record that ends with the process, such as that of the doctor's clients. */
export function createPassingRecord(): UploadRecord {
  const ids = new Map<string, string>()
  return {
    find: (fileId) => ids.get(fileId),
    begin: (file) => ({
      name: file.name,
      complete: ({ id }) => void ids.set(file.id, id),
      refuse: () => undefined,
    }),
    distrust: () => ids.clear(),
  }
}
