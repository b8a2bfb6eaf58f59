import type { Attachment } from '../../shared/chat/parts.ts'

/** The record of the files that Parley has put into one key's account, for chats. */
export interface UploadRecord {
  /** Returns the id at the service of a stored file; undefined if it must be uploaded. */
  find: (fileId: string) => string | undefined
  /** Notes an upload before it is sent. Returns the name that the file gets at the service. */
  begin: (file: Attachment) => string
  /** Notes that an upload has arrived. `expiresAt` in milliseconds since 1970; null if it stays. */
  complete: (name: string, arrived: { id: string; expiresAt: number | null }) => void
  /** Forgets an upload that the service has refused: nothing lies there. */
  refuse: (name: string) => void
  /** Stops to use earlier uploads, because the service no longer knew one of them. */
  distrust: () => void
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
  const fileIds = new Map<string, string>()
  const ids = new Map<string, string>()
  return {
    find: (fileId) => ids.get(fileId),
    begin({ id, name }) {
      fileIds.set(name, id)
      return name
    },
    complete(name, { id }) {
      const fileId = fileIds.get(name)
      if (fileId !== undefined) ids.set(fileId, id)
    },
    refuse: (name) => void fileIds.delete(name),
    distrust: () => ids.clear(),
  }
}
