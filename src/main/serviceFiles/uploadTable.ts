import type { UploadAccount, UploadRecord } from '../providers/uploadRecord.ts'
import { textOf } from '../storage/columns.ts'
import type { Database, Row } from '../storage/connection.ts'
import { newRemoteName } from './remoteName.ts'

/** A file that chats have uploaded to a key's account. */
export interface NotedUpload {
  /** Its name at the service. */
  name: string
  secretId: string
  fileId: string
  /** Null if the answer to the upload was lost. */
  remoteId: string | null
  /** Milliseconds since 1970. */
  begunAt: number
}

/** The uploads of chats. Every change is on disk once it returns. */
export interface UploadTable {
  recordFor: (account: UploadAccount) => UploadRecord
  ofProvider: (providerId: string) => NotedUpload[]
  /** Notes the id of an upload whose answer was lost. */
  found: (name: string, remoteId: string) => void
  forget: (names: readonly string[]) => void
}

/** An upload that ends within this time is not used: its request may take as long. */
const usableMilliseconds = 60 * 60_000

/** The time for which an upload whose answer was lost is named: services keep it less long. */
const keptMilliseconds = 90 * 24 * 60 * 60_000

export function createUploadTable(database: Database, now: () => number = Date.now): UploadTable {
  return {
    recordFor: ({ providerId, secretId }) => ({
      find(fileId) {
        const row = database.get(
          `SELECT remote_id FROM service_upload
           WHERE provider_id = ? AND secret_id = ? AND file_id = ? AND remote_id IS NOT NULL
             AND is_trusted = 1 AND (expires_at IS NULL OR expires_at > ?)`,
          ...[providerId, secretId, fileId, now() + usableMilliseconds],
        )
        return textOf(row?.['remote_id']) ?? undefined
      },
      begin({ id, name: given }) {
        const name = newRemoteName(given)
        database.run(
          `INSERT INTO service_upload (name, provider_id, secret_id, file_id, begun_at)
           VALUES (?, ?, ?, ?, ?)`,
          ...[name, providerId, secretId, id, now()],
        )
        return {
          name,
          complete: (arrived) =>
            void database.run(
              'UPDATE service_upload SET remote_id = ?, expires_at = ? WHERE name = ?',
              ...[arrived.id, arrived.expiresAt, name],
            ),
          refuse: () => void database.run('DELETE FROM service_upload WHERE name = ?', name),
        }
      },
      distrust: () =>
        void database.run(
          'UPDATE service_upload SET is_trusted = 0 WHERE provider_id = ? AND secret_id = ?',
          ...[providerId, secretId],
        ),
    }),
    ofProvider: (providerId) =>
      database.all('SELECT * FROM service_upload WHERE provider_id = ?', providerId).map(toUpload),
    found: (name, remoteId) =>
      void database.run('UPDATE service_upload SET remote_id = ? WHERE name = ?', remoteId, name),
    forget: (names) =>
      void database.run(
        'DELETE FROM service_upload WHERE name IN (SELECT value FROM json_each(?))',
        JSON.stringify(names),
      ),
  }
}

/** Forgets the uploads that their services have deleted by themselves. */
export function forgetExpired(database: Database, now = Date.now()): void {
  database.run(
    `DELETE FROM service_upload
     WHERE coalesce(expires_at, CASE WHEN remote_id IS NULL THEN begun_at + ? END) < ?`,
    ...[keptMilliseconds, now],
  )
}

function toUpload(row: Row): NotedUpload {
  return {
    name: String(row['name']),
    secretId: String(row['secret_id']),
    fileId: String(row['file_id']),
    remoteId: textOf(row['remote_id']),
    begunAt: Number(row['begun_at']),
  }
}
