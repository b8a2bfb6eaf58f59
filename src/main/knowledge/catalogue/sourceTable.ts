import type { Encoding } from '../../../shared/knowledge/encodings.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Source, SourceKind, SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { SourceOmission } from '../../../shared/knowledge/omissions.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import type { Database } from '../../storage/connection.ts'
import { applyFolderChanges, type FolderChanges } from './applyFolderChanges.ts'
import { insertSource, type NewSource } from './insertSource.ts'
import { readSourceRow, type SourceRecord } from './sourceRecord.ts'

/** Asks for one page of a base's sources by name. */
export interface SourceQuery {
  baseId: string
  /** The last id of the page before. */
  after: string | null
  limit: number
  state?: SourceState['state'] | undefined
  folderId?: string | undefined
  /** A part of the name. */
  name?: string | undefined
}

/** Facts about a source that reading it has found. */
export interface SourceFacts {
  sha256: string
  mediaType: string
  sizeBytes: number
  changedAt: number
  pages: number | null
  passages: number
  unreadPictures: number
  omissions: readonly SourceOmission[]
  /** The document's own title, for a source that has no name of its own yet. */
  name?: string
}

export interface SourceTable {
  sources: (query: SourceQuery) => { sources: Source[]; more: boolean }
  /** Errors: sourceMissing. */
  source: (baseId: string, id: string) => SourceRecord
  /** Returns all sources of a base, the oldest first. `after` is the last sequence before. */
  allSources: (baseId: string, after: number, limit: number) => SourceRecord[]
  /** Returns those of some kept files that no source uses. */
  unusedContents: (contents: readonly string[]) => string[]
  /** Returns the names of sources, without those that are gone. */
  sourceNames: (ids: readonly string[]) => { id: string; name: string }[]
  /** Errors: sourceMissing. */
  sourceAtLocation: (baseId: string, kind: SourceKind, location: string) => SourceRecord
  /** Adds sources, without those that the base has. Returns how many were added. */
  addSources: (baseId: string, sources: readonly NewSource[]) => number
  /** Removes sources. Returns the kept files that nothing uses now. */
  removeSources: (baseId: string, ids: readonly string[]) => string[]
  /** Enters what has changed in a folder. Returns the sources whose passages are to go. */
  changeFolder: (folderId: string, changes: FolderChanges) => string[]
  /** Returns the files that were added alone, one page after another. */
  looseFiles: (after: number, limit: number) => SourceRecord[]
  /** Returns files that were not there or could not be opened, the oldest first. */
  unreadFiles: (after: number, limit: number) => SourceRecord[]
  /** Lets files wait that have changed since they were looked at. */
  changeFiles: (files: readonly { id: string; sizeBytes: number; changedAt: number }[]) => void
  /** Replaces the content of an upload or note. Returns a kept file that nothing uses now. */
  changeContent: (
    id: string,
    source: Pick<NewSource, 'name' | 'content' | 'sizeBytes' | 'changedAt'>,
  ) => string[]
  /** Returns sources that wait to be read, the oldest first. */
  waiting: (baseId: string, limit: number) => SourceRecord[]
  /** Returns sources whose passages lack vectors, the oldest first. */
  embedding: (baseId: string, after: number, limit: number) => SourceRecord[]
  setStates: (states: readonly { id: string; status: SourceState }[]) => void
  setFacts: (id: string, facts: SourceFacts) => void
  /** Returns whether another source of the base has the same bytes, and is not left out itself. */
  hasTwin: (baseId: string, id: string, sha256: string) => boolean
  /** Estimates how many characters the sources have that are not read yet. */
  waitingCharacters: (baseId: string) => number
  /** Makes sources wait that a reading was interrupted in. */
  resumeReading: (baseId: string) => void
  /** Makes a source wait; without an id those that failed, and what nothing tells changes of. */
  readAgain: (baseId: string, id: string | null) => void
  /** Keeps the encoding that the user has chosen for a source; null to tell it by its bytes. */
  setEncoding: (baseId: string, id: string, encoding: Encoding | null) => void
}

const columns = {
  state: 'state = ?',
  folderId: 'folder_id = ?',
} as const

/** All sources, each with its folder's path. */
const allSources = `SELECT source.*,
    (SELECT path FROM folder WHERE folder.id = source.folder_id) AS folder_path
  FROM source`

const waiting = JSON.stringify({ state: 'waiting' } satisfies SourceState)

export function createSourceTable(database: Database): SourceTable {
  function find(baseId: string, id: string): SourceRecord {
    const row = database.get(`${allSources} WHERE base_id = ? AND id = ?`, baseId, id)
    if (row) return readSourceRow(row)
    throw new AppError('sourceMissing', 'There is no such source')
  }

  /** Lets the twins of removed sources take their place. */
  function wakeTwins(baseId: string, sha256: string | null): void {
    if (sha256 === null) return
    database.run(
      `UPDATE source SET status = ? WHERE base_id = ? AND sha256 = ? AND state = 'skipped'`,
      ...[waiting, baseId, sha256],
    )
  }

  function unused(contents: Iterable<string | null>): string[] {
    return [...new Set(contents)].filter(
      (content): content is string =>
        content !== null && !database.get('SELECT 1 FROM source WHERE content = ?', content),
    )
  }

  function remove(baseId: string, ids: readonly string[]): string[] {
    const contents: (string | null)[] = []
    for (const id of ids) {
      const row = database.get(
        'DELETE FROM source WHERE base_id = ? AND id = ? RETURNING sha256, content',
        ...[baseId, id],
      )
      if (!row) continue
      database.run('INSERT OR IGNORE INTO removed (base_id, source_id) VALUES (?, ?)', baseId, id)
      contents.push(row['content'] === null ? null : String(row['content']))
      wakeTwins(baseId, row['sha256'] === null ? null : String(row['sha256']))
    }
    return unused(contents)
  }

  return {
    sources(query) {
      const { baseId, after, limit, name } = query
      const conditions = ['base_id = ?']
      const values: (string | number)[] = [baseId]
      for (const field of ['state', 'folderId'] as const) {
        const value = query[field]
        if (value === undefined) continue
        conditions.push(columns[field])
        values.push(value)
      }
      if (name !== undefined) {
        conditions.push('instr(folded_name, ?) > 0')
        values.push(foldedText(name))
      }
      if (after !== null) {
        conditions.push('(folded_name, id) > (SELECT folded_name, id FROM source WHERE id = ?)')
        values.push(after)
      }
      const rows = database.all(
        `${allSources} WHERE ${conditions.join(' AND ')}
         ORDER BY folded_name, id LIMIT ?`,
        ...[...values, limit + 1],
      )
      const sources = rows.slice(0, limit).map((row) => readSourceRow(row).source)
      return { sources, more: rows.length > limit }
    },
    source: find,
    allSources: (baseId, after, limit) =>
      database
        .all(
          `${allSources} WHERE base_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
          ...[baseId, after, limit],
        )
        .map(readSourceRow),
    unusedContents: unused,
    sourceNames: (ids) =>
      database
        .all(
          'SELECT id, name FROM source WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(ids),
        )
        .map((row) => ({ id: String(row['id']), name: String(row['name']) })),
    sourceAtLocation(baseId, kind, location) {
      const row = database.get(
        `${allSources} WHERE base_id = ? AND kind = ? AND location = ?`,
        ...[baseId, kind, location],
      )
      if (row) return readSourceRow(row)
      throw new AppError('sourceMissing', 'There is no such source')
    },
    addSources: (baseId, sources) =>
      database.transaction(() => {
        let added = 0
        for (const source of sources) added += insertSource(database, baseId, source)
        return added
      }),
    removeSources: (baseId, ids) => database.transaction(() => remove(baseId, ids)),
    changeFolder: (folderId, changes) =>
      database.transaction(() => {
        const { baseId, gone, leftOut } = applyFolderChanges(database, folderId, changes)
        remove(baseId, gone)
        return [...gone, ...leftOut]
      }),
    looseFiles: (after, limit) =>
      database
        .all(
          `${allSources} WHERE kind = 'file' AND folder_id IS NULL AND sequence > ?
           ORDER BY sequence LIMIT ?`,
          ...[after, limit],
        )
        .map(readSourceRow),
    unreadFiles: (after, limit) =>
      database
        .all(
          `${allSources} WHERE kind = 'file' AND state = 'failed' AND sequence > ?
             AND json_extract(status, '$.error.code') IN ('sourceMissing', 'unreadable')
           ORDER BY sequence LIMIT ?`,
          ...[after, limit],
        )
        .map(readSourceRow),
    changeFiles: (files) =>
      database.transaction(() => {
        for (const { id, sizeBytes, changedAt } of files) {
          database.run(
            'UPDATE source SET size_bytes = ?, changed_at = ?, status = ? WHERE id = ?',
            ...[sizeBytes, changedAt, waiting, id],
          )
        }
      }),
    changeContent: (id, { name, content, sizeBytes, changedAt }) =>
      database.transaction(() => {
        const before = database.get('SELECT content FROM source WHERE id = ?', id)
        if (!before) throw new AppError('sourceMissing', 'There is no such source')
        database.run(
          `UPDATE source SET name = ?, folded_name = ?, content = ?, size_bytes = ?,
             changed_at = ?, status = ? WHERE id = ?`,
          ...[name, foldedText(name), content, sizeBytes, changedAt, waiting, id],
        )
        return unused([before['content'] === null ? null : String(before['content'])])
      }),
    waiting: (baseId, limit) =>
      database
        .all(
          `${allSources} WHERE base_id = ? AND state = 'waiting'
           ORDER BY sequence LIMIT ?`,
          ...[baseId, limit],
        )
        .map(readSourceRow),
    embedding: (baseId, after, limit) =>
      database
        .all(
          `${allSources} WHERE base_id = ? AND state = 'embedding' AND sequence > ?
           ORDER BY sequence LIMIT ?`,
          ...[baseId, after, limit],
        )
        .map(readSourceRow),
    setStates: (states) =>
      database.transaction(() => {
        for (const { id, status } of states) {
          database.run('UPDATE source SET status = ? WHERE id = ?', JSON.stringify(status), id)
        }
      }),
    setFacts: (id, { sha256, mediaType, sizeBytes, changedAt, name, ...counts }) =>
      database.transaction(() => {
        const { pages, passages, unreadPictures } = counts
        const omissions = JSON.stringify(counts.omissions)
        const row = database.get('SELECT base_id, sha256 FROM source WHERE id = ?', id)
        database.run(
          `UPDATE source SET sha256 = ?, media_type = ?, size_bytes = ?, changed_at = ?, pages = ?,
             passages = ?, unread_pictures = ?, omissions = ? WHERE id = ?`,
          ...[sha256, mediaType, sizeBytes, changedAt, pages, passages, unreadPictures],
          ...[omissions, id],
        )
        if (name !== undefined) {
          const folded = foldedText(name)
          database.run('UPDATE source SET name = ?, folded_name = ? WHERE id = ?', name, folded, id)
        }
        if (row && typeof row['sha256'] === 'string' && row['sha256'] !== sha256) {
          wakeTwins(String(row['base_id']), row['sha256'])
        }
      }),
    hasTwin: (baseId, id, sha256) =>
      database.get(
        `SELECT 1 FROM source WHERE base_id = ? AND sha256 = ? AND id <> ?
           AND state IN ('embedding', 'ready')`,
        ...[baseId, sha256, id],
      ) !== undefined,
    waitingCharacters(baseId) {
      // A tenth of a file of any other type is text, as far as that can be said of all of them.
      const row = database.get(
        `SELECT sum(CASE WHEN media_type LIKE 'text/%' THEN size_bytes ELSE size_bytes / 10 END)
           AS characters
         FROM source WHERE base_id = ? AND state IN ('waiting', 'reading')`,
        baseId,
      )
      return Number(row?.['characters'] ?? 0)
    },
    resumeReading: (baseId) =>
      void database.run(
        `UPDATE source SET status = ? WHERE base_id = ? AND state = 'reading'`,
        ...[waiting, baseId],
      ),
    setEncoding(baseId, id, encoding) {
      find(baseId, id)
      database.run('UPDATE source SET encoding = ? WHERE id = ?', encoding, id)
    },
    readAgain(baseId, id) {
      if (id === null) {
        database.run(
          `UPDATE source SET status = ? WHERE base_id = ? AND
             (state = 'failed' OR kind IN ('page', 'chat') AND state IN ('embedding', 'ready'))`,
          ...[waiting, baseId],
        )
      } else {
        find(baseId, id)
        // Texts read by the base's current model stay; those of other models are read again.
        const isOthers = `sha256 = (SELECT sha256 FROM source WHERE id = ?)
          AND model <> coalesce((SELECT picture_reader FROM base WHERE id = ?), model)`
        database.run(`DELETE FROM picture_text WHERE ${isOthers}`, id, baseId)
        const imported = 'DELETE FROM imported_picture_text WHERE base_id = ? AND'
        database.run(`${imported} ${isOthers}`, baseId, id, baseId)
        database.run('UPDATE source SET status = ?, sha256 = NULL WHERE id = ?', waiting, id)
      }
    },
  }
}
