import type { WireError } from '../../../shared/errors.ts'
import { errorSchema } from '../../../shared/errorSchema.ts'
import type { Folder } from '../../../shared/knowledge/knowledge.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { readJson, writeJson } from '../../storage/columns.ts'

export interface FolderRecord extends Folder {
  baseId: string
}

/** A file of a folder as it was when it was last looked at. */
export interface KnownFile {
  path: string
  sizeBytes: number
  /** Milliseconds since 1970. */
  changedAt: number
}

/** The watched folders. */
export interface FolderTable {
  /** Returns the folders of a base, or of all. */
  folders: (baseId?: string) => FolderRecord[]
  /** Adds a folder, or returns the id of the one with this path. */
  addFolder: (baseId: string, id: string, path: string) => string
  /** Removes a folder with its sources. Returns their ids. */
  removeFolder: (baseId: string, id: string) => string[]
  setFolderError: (id: string, error: WireError | null) => void
  /** Returns the files of a folder by path, one page after another. `after` is the last path. */
  folderFiles: (id: string, after: string, limit: number) => KnownFile[]
}

export function createFolderTable(database: Database): FolderTable {
  return {
    folders(baseId) {
      const sql = `SELECT folder.*,
          (SELECT count(*) FROM source WHERE folder_id = folder.id) AS sources
        FROM folder`
      const rows =
        baseId === undefined
          ? database.all(`${sql} ORDER BY sequence`)
          : database.all(`${sql} WHERE base_id = ? ORDER BY sequence`, baseId)
      return rows.map(readFolder)
    },
    addFolder: (baseId, id, path) =>
      database.transaction(() => {
        database.run(
          'INSERT INTO folder (id, base_id, path) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          ...[id, baseId, path],
        )
        const row = database.get(
          'SELECT id FROM folder WHERE base_id = ? AND path = ?',
          baseId,
          path,
        )
        return String(row?.['id'])
      }),
    removeFolder: (baseId, id) =>
      database.transaction(() => {
        const removed = database
          .all('SELECT id FROM source WHERE base_id = ? AND folder_id = ?', baseId, id)
          .map((row) => String(row['id']))
        // Sources skipped as duplicates of a removed one are read now in its place.
        database.run(
          `UPDATE source SET status = json_object('state', 'waiting')
           WHERE base_id = ? AND state = 'skipped' AND folder_id IS NOT ?
             AND sha256 IN (SELECT sha256 FROM source WHERE folder_id = ?)`,
          ...[baseId, id, id],
        )
        database.run(
          `INSERT OR IGNORE INTO removed (base_id, source_id)
           SELECT base_id, id FROM source WHERE base_id = ? AND folder_id = ?`,
          ...[baseId, id],
        )
        database.run('DELETE FROM folder WHERE base_id = ? AND id = ?', baseId, id)
        return removed
      }),
    setFolderError: (id, error) =>
      void database.run('UPDATE folder SET error = ? WHERE id = ?', writeJson(error), id),
    folderFiles: (id, after, limit) =>
      database
        .all(
          `SELECT location, size_bytes, changed_at FROM source
           WHERE folder_id = ? AND location > ? ORDER BY location LIMIT ?`,
          ...[id, after, limit],
        )
        .map((row) => ({
          path: String(row['location']),
          sizeBytes: Number(row['size_bytes']),
          changedAt: Number(row['changed_at']),
        })),
  }
}

function readFolder(row: Row): FolderRecord {
  return {
    id: String(row['id']),
    baseId: String(row['base_id']),
    path: String(row['path']),
    sources: Number(row['sources']),
    error: readJson(row['error'], errorSchema),
  }
}
