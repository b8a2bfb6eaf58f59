import { finalMediaStates } from '../../../shared/media/media.ts'
import type { Database } from '../../storage/connection.ts'

export interface UploadKey {
  providerId: string
  /** Tells the service's accounts apart. */
  account: string
  fileId: string
}

export interface Upload {
  /** The file's address once it is whole. */
  address: string
  uploadAddress: string
  /** The parts that the service has, as JSON; null once the file is whole. */
  parts: string | null
  expiresAt: number
}

export interface WholeUpload extends UploadKey, Pick<Upload, 'address' | 'expiresAt'> {
  /** Whether a job that has not ended is given it. */
  isNeeded: boolean
}

/** Files on their way to services, or there. */
export interface UploadTable {
  read: (key: UploadKey) => Upload | undefined
  /** Begins an upload, in place of an earlier one. */
  begin: (key: UploadKey, upload: Upload) => void
  saveParts: (key: UploadKey, parts: string | null) => void
  forget: (key: UploadKey) => void
  /** Returns the whole files of a provider, also those that have expired. */
  ofProvider: (providerId: string) => WholeUpload[]
}

const finalStates = finalMediaStates.map((state) => `'${state}'`).join(', ')
const whose = 'provider_id = ? AND account = ? AND file_id = ?'

export function createUploadTable(database: Database): UploadTable {
  const valuesOf = ({ providerId, account, fileId }: UploadKey) => [providerId, account, fileId]
  return {
    read(key) {
      const sql = `SELECT address, upload_address, parts, expires_at FROM media_upload WHERE ${whose}`
      const row = database.get(sql, ...valuesOf(key))
      return (
        row && {
          address: String(row['address']),
          uploadAddress: String(row['upload_address']),
          parts: row['parts'] === null ? null : String(row['parts']),
          expiresAt: Number(row['expires_at']),
        }
      )
    },
    begin(key, { address, uploadAddress, parts, expiresAt }) {
      database.run(
        `INSERT OR REPLACE INTO media_upload
           (provider_id, account, file_id, address, upload_address, parts, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[...valuesOf(key), address, uploadAddress, parts, expiresAt],
      )
    },
    saveParts(key, parts) {
      database.run(`UPDATE media_upload SET parts = ? WHERE ${whose}`, parts, ...valuesOf(key))
    },
    ofProvider: (providerId) =>
      database
        .all(
          `SELECT account, file_id, address, expires_at, EXISTS (
               SELECT 1 FROM media_input JOIN media_job ON media_job.id = media_input.job_id
                 WHERE media_input.file_id = media_upload.file_id
                   AND media_job.provider_id = media_upload.provider_id
                   AND media_job.state NOT IN (${finalStates})) AS needed
             FROM media_upload WHERE provider_id = ? AND parts IS NULL`,
          providerId,
        )
        .map((row) => ({
          ...{ providerId, account: String(row['account']), fileId: String(row['file_id']) },
          ...{ address: String(row['address']), expiresAt: Number(row['expires_at']) },
          isNeeded: row['needed'] === 1,
        })),
    forget(key) {
      database.run(`DELETE FROM media_upload WHERE ${whose}`, ...valuesOf(key))
    },
  }
}
