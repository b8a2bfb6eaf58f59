import { AppError } from '../../../shared/errors.ts'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import type { Database } from '../../storage/connection.ts'
import type { KnownFile } from './folderTable.ts'
import { insertSource } from './insertSource.ts'

/** A file that a folder contains now. */
export interface FoundFile extends KnownFile {
  name: string
  mediaType: string
  /** `waiting`, or the reason why it is not read. */
  status: SourceState
}

/** The difference between a folder and what was known of it. */
export interface FolderChanges {
  /** New files, and files whose size or time is another. */
  found: readonly FoundFile[]
  /** Paths that are no longer there. */
  gone: readonly string[]
}

/**
 * Enters what has changed in a folder, in one transaction. A file that only moved keeps its source,
 * its passages and its citations.
 */
export function applyFolderChanges(
  database: Database,
  folderId: string,
  { found, gone }: FolderChanges,
): { baseId: string; gone: string[]; leftOut: string[] } {
  const folder = database.get('SELECT base_id FROM folder WHERE id = ?', folderId)
  if (!folder) throw new AppError('folderMissing', 'There is no such folder')
  const baseId = String(folder['base_id'])
  const left = new Set(gone)
  const leftOut: string[] = []
  const bySize = movable(database, folderId, gone)
  for (const file of found) {
    const { path, name, mediaType, sizeBytes, changedAt, status } = file
    const known = database.get(
      'SELECT id FROM source WHERE folder_id = ? AND location = ?',
      ...[folderId, path],
    )
    if (known) {
      database.run(
        `UPDATE source SET size_bytes = ?, changed_at = ?, status = ? WHERE id = ?`,
        ...[sizeBytes, changedAt, JSON.stringify(status), String(known['id'])],
      )
      if (status.state === 'skipped') leftOut.push(String(known['id']))
      continue
    }
    // A file that is skipped does not take over the entry of a file of the same size.
    const from = status.state === 'waiting' ? bySize.get(keyOf(file))?.pop() : undefined
    if (from === undefined) {
      const place = { kind: 'file', folderId, location: path, content: null } as const
      insertSource(database, baseId, { ...place, name, mediaType, sizeBytes, changedAt, status })
      continue
    }
    left.delete(from)
    database.run(
      `UPDATE source SET location = ?, name = ?, folded_name = ?
       WHERE folder_id = ? AND location = ?`,
      ...[path, name, foldedText(name), folderId, from],
    )
  }
  return { baseId, gone: idsOf(database, folderId, left), leftOut }
}

/** Returns the paths that a moved file may have come from, by size and time, the first one last. */
function movable(database: Database, folderId: string, gone: readonly string[]) {
  const paths = new Map<string, string[]>()
  for (const path of gone.toReversed()) {
    const row = database.get(
      `SELECT size_bytes, changed_at FROM source WHERE folder_id = ? AND location = ?`,
      ...[folderId, path],
    )
    if (!row) continue
    const key = keyOf({
      sizeBytes: Number(row['size_bytes']),
      changedAt: Number(row['changed_at']),
    })
    const alike = paths.get(key)
    if (alike) alike.push(path)
    else paths.set(key, [path])
  }
  return paths
}

function keyOf({ sizeBytes, changedAt }: Pick<KnownFile, 'sizeBytes' | 'changedAt'>): string {
  return `${String(sizeBytes)} ${String(changedAt)}`
}

function idsOf(database: Database, folderId: string, paths: Iterable<string>): string[] {
  const ids: string[] = []
  for (const path of paths) {
    const sql = 'SELECT id FROM source WHERE folder_id = ? AND location = ?'
    const row = database.get(sql, folderId, path)
    if (row) ids.push(String(row['id']))
  }
  return ids
}
