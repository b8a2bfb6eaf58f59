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

/** Files on their way to services, or there. */
export interface UploadTable {
  read: (key: UploadKey) => Upload | undefined
  /** Begins an upload, in place of an earlier one. */
  begin: (key: UploadKey, upload: Upload) => void
  saveParts: (key: UploadKey, parts: string | null) => void
  forget: (key: UploadKey) => void
}

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
    forget(key) {
      database.run(`DELETE FROM media_upload WHERE ${whose}`, ...valuesOf(key))
    },
  }
}
