import { randomUUID } from 'node:crypto'
import type { SourceKind, SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { SourceOmission } from '../../../shared/knowledge/omissions.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import { insertRow } from '../../storage/columns.ts'
import type { Database } from '../../storage/connection.ts'

export interface NewSource {
  /** By default a new one. */
  id?: string
  kind: SourceKind
  folderId: string | null
  name: string
  location: string
  /** The kept file of an upload or a note. */
  content: string | null
  mediaType: string
  sizeBytes: number
  changedAt: number
  /** True for a page of this computer or the local network, which the user has allowed. */
  nearby?: boolean
  /** By default it waits. */
  status?: SourceState
}

/** A source that was read elsewhere. */
export interface ImportedSource extends NewSource {
  pages: number | null
  /** Null if it was not read yet. */
  sha256: string | null
  passages: number | null
  unreadPictures: number
  omissions: readonly SourceOmission[]
}

/**
 * Adds a source unless the base has it. Returns how many were added. A page that the user allows now
 * is read again.
 */
export function insertSource(database: Database, baseId: string, source: NewSource): number {
  if (isKnown(database, baseId, source)) return source.nearby ? allow(database, baseId, source) : 0
  const unread = { pages: null, sha256: null, passages: null, unreadPictures: 0, omissions: [] }
  insertImported(database, baseId, { ...source, ...unread })
  return 1
}

/** Adds a source with what its reading has found out. */
export function insertImported(database: Database, baseId: string, source: ImportedSource): void {
  const { id = randomUUID(), kind, name, location, content, pages, sha256, passages } = source
  const status = source.status ?? { state: 'waiting' }
  insertRow(database, 'source', {
    ...{ id, kind, name, location, content, pages, sha256, passages, base_id: baseId },
    ...{ folder_id: source.folderId, folded_name: foldedText(name) },
    ...{ media_type: source.mediaType, size_bytes: source.sizeBytes, changed_at: source.changedAt },
    ...{ unread_pictures: source.unreadPictures, nearby: source.nearby ? 1 : 0 },
    ...{ status: JSON.stringify(status), omissions: JSON.stringify(source.omissions) },
  })
}

function allow(database: Database, baseId: string, { kind, location }: NewSource): number {
  database.run(
    `UPDATE source SET nearby = 1, status = ?
     WHERE base_id = ? AND kind = ? AND location = ? AND nearby = 0`,
    ...[JSON.stringify({ state: 'waiting' } satisfies SourceState), baseId, kind, location],
  )
  return 1
}

/** Each note is its own; an upload is known by its bytes, the rest by the location. */
function isKnown(database: Database, baseId: string, source: NewSource): boolean {
  const { kind, folderId, location, content } = source
  if (kind === 'note') return false
  const [column, value] = kind === 'upload' ? ['content', content] : ['location', location]
  const sql = `SELECT 1 FROM source
    WHERE base_id = ? AND kind = ? AND folder_id IS ? AND ${column} = ?`
  return database.get(sql, baseId, kind, folderId, value ?? '') !== undefined
}
