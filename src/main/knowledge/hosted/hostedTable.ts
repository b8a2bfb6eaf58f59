import type { WireError } from '../../../shared/errors.ts'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { Database } from '../../storage/connection.ts'
import { writeJson } from '../../storage/columns.ts'
import { addFiles } from './addFiles.ts'
import { approvedSql } from './approvedSql.ts'
import { readFileRow, readStoreRow, type HostedFile, type HostedStore } from './hostedRecord.ts'
import { findChunks, type HostedChunk } from './findChunks.ts'
import type { NearRange } from '../store/knowledgeStore.ts'

type StoreChange = Partial<Omit<HostedStore, 'baseId' | 'providerId'>>
type FileChange = Partial<
  Pick<HostedFile, 'isAsked' | 'uploadId' | 'parts' | 'fileId' | 'batchId' | 'error'>
>

/** A source that the user has not yet let leave this computer. */
export interface UnapprovedSource {
  name: string
  sizeBytes: number
  sequence: number
}

/**
 * Records of the files at services, in knowledge.sqlite. Every change is on disk once it returns.
 */
export interface HostedTable {
  hostedStores: () => HostedStore[]
  hostedStore: (baseId: string) => HostedStore | undefined
  addHostedStore: (
    store: Pick<HostedStore, 'baseId' | 'providerId' | 'name' | 'expiryDays'>,
  ) => void
  changeHostedStore: (baseId: string, change: StoreChange) => void
  forgetHostedStore: (baseId: string) => void
  /** Returns sources that wait for the user's approval, in the order of their addition. */
  unapproved: (baseId: string) => UnapprovedSource[]
  /** Counts what `describe` shows: files at the service, and sources that wait for approval. */
  countHosted: (baseId: string) => { files: number; unapproved: number }
  /** Tells whether a source may be uploaded. */
  isApproved: (baseId: string, sourceId: string) => boolean
  /** Lets the unapproved sources up to one of them be uploaded, and with `all` any later one. */
  approve: (baseId: string, until: number, all: boolean) => void
  /** Records texts that are to be uploaded. Returns whether there were any. */
  addFiles: (baseId: string, limit: number) => boolean
  /** Returns the files of a base that are not searchable yet, the oldest first. */
  newFiles: (baseId: string, limit: number) => HostedFile[]
  files: (baseId: string) => HostedFile[]
  /** Returns the files at a provider, with the names of their bases. */
  filesAt: (providerId: string) => (HostedFile & { baseName: string })[]
  /** Forgets how files of a base were indexed, for a vector store that is made again. */
  detachFiles: (baseId: string) => void
  changeFile: (number: number, change: FileChange) => void
  /** Records that a file is searchable, or why it never will be, with its source's state. */
  settleFile: (number: number, error: WireError | null) => void
  /** Brings states up to the files. Returns whether any has changed. */
  settleSources: (baseId: string) => boolean
  /** Marks files of sources as to be deleted. */
  leave: (baseId: string, sourceIds: readonly string[]) => void
  /** Returns what is to be deleted, with all whose base or source is gone. */
  leaving: () => { stores: HostedStore[]; files: HostedFile[] }
  forgetFile: (number: number) => void
  /** Forgets what is to be deleted and could not be. */
  forgetLeaving: () => void
  /** Returns where in the base's texts the chunks stand that a service has found. */
  findChunks: (baseId: string, chunks: readonly HostedChunk[]) => NearRange[]
}

const storeColumns: Readonly<Record<keyof StoreChange, string>> = {
  name: 'name',
  isAsked: 'is_asked',
  storeId: 'store_id',
  isExpired: 'is_expired',
  isLeaving: 'is_leaving',
  expiryDays: 'expiry_days',
  expiresAt: 'expires_at',
  usageBytes: 'usage_bytes',
  approvesAll: 'approves_all',
  error: 'error',
}

const fileColumns: Readonly<Record<keyof FileChange, string>> = {
  isAsked: 'is_asked',
  uploadId: 'upload_id',
  parts: 'parts',
  fileId: 'file_id',
  batchId: 'batch_id',
  error: 'error',
}

export function createHostedTable(database: Database): HostedTable {
  function change(table: string, key: string, id: string | number, values: [string, unknown][]) {
    database.transaction(() => {
      for (const [column, value] of values) {
        database.run(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`, toColumn(value), id)
      }
    })
  }

  function setState(sourceId: string, status: SourceState): void {
    database.run(
      `UPDATE source SET status = ? WHERE id = ? AND state = 'embedding'`,
      ...[JSON.stringify(status), sourceId],
    )
  }

  return {
    hostedStores: () => database.all('SELECT * FROM hosted_store').map(readStoreRow),
    hostedStore(baseId) {
      const row = database.get('SELECT * FROM hosted_store WHERE base_id = ?', baseId)
      return row && readStoreRow(row)
    },
    addHostedStore: ({ baseId, providerId, name, expiryDays }) =>
      void database.run(
        `INSERT INTO hosted_store (base_id, provider_id, name, expiry_days) VALUES (?, ?, ?, ?)`,
        ...[baseId, providerId, name, expiryDays],
      ),
    changeHostedStore: (baseId, given) =>
      change('hosted_store', 'base_id', baseId, valuesOf(given, storeColumns)),
    forgetHostedStore: (baseId) =>
      void database.run('DELETE FROM hosted_store WHERE base_id = ?', baseId),
    unapproved: (baseId) =>
      database
        .all(
          `SELECT source.name, source.size_bytes, source.sequence FROM source
           JOIN hosted_store ON hosted_store.base_id = source.base_id
           WHERE source.base_id = ? AND state <> 'skipped' AND NOT ${approvedSql}
           ORDER BY source.sequence`,
          baseId,
        )
        .map((row) => ({
          name: String(row['name']),
          sizeBytes: Number(row['size_bytes']),
          sequence: Number(row['sequence']),
        })),
    countHosted(baseId) {
      const count = (sql: string): number => Number(database.get(sql, baseId)?.['count'] ?? 0)
      return {
        files: count(
          `SELECT count(*) AS count FROM hosted_file
           WHERE base_id = ? AND state <> 'leaving' AND file_id IS NOT NULL`,
        ),
        unapproved: count(
          `SELECT count(*) AS count FROM source
           JOIN hosted_store ON hosted_store.base_id = source.base_id
           WHERE source.base_id = ? AND state <> 'skipped' AND NOT ${approvedSql}`,
        ),
      }
    },
    isApproved(baseId, sourceId) {
      const row = database.get(
        `SELECT 1 FROM source JOIN hosted_store ON hosted_store.base_id = source.base_id
         WHERE source.base_id = ? AND source.id = ? AND is_expired = 0 AND ${approvedSql}`,
        ...[baseId, sourceId],
      )
      return row !== undefined
    },
    approve: (baseId, until, all) =>
      database.transaction(() => {
        // Sources uploaded without asking stay approved after the user wants to be asked again.
        database.run(
          `INSERT OR IGNORE INTO hosted_approved (source_id) SELECT source.id FROM source
           JOIN hosted_store ON hosted_store.base_id = source.base_id
           WHERE source.base_id = ? AND state <> 'skipped' AND (approves_all = 1 OR sequence <= ?)`,
          ...[baseId, until],
        )
        database.run(
          'UPDATE hosted_store SET approves_all = ? WHERE base_id = ?',
          ...[all ? 1 : 0, baseId],
        )
      }),
    addFiles: (baseId, limit) => addFiles(database, baseId, limit),
    newFiles: (baseId, limit) =>
      database
        .all(
          `SELECT * FROM hosted_file WHERE base_id = ? AND state = 'new' ORDER BY number LIMIT ?`,
          ...[baseId, limit],
        )
        .map(readFileRow),
    files: (baseId) =>
      database
        .all('SELECT * FROM hosted_file WHERE base_id = ? ORDER BY number', baseId)
        .map(readFileRow),
    filesAt: (providerId) =>
      database
        .all(
          `SELECT hosted_file.*, hosted_store.name AS base_name FROM hosted_file
           JOIN hosted_store ON hosted_store.base_id = hosted_file.base_id WHERE provider_id = ?`,
          providerId,
        )
        .map((row) => ({ ...readFileRow(row), baseName: String(row['base_name']) })),
    detachFiles: (baseId) =>
      void database.run(
        `UPDATE hosted_file SET state = 'new', batch_id = NULL
         WHERE base_id = ? AND state IN ('new', 'ready') `,
        baseId,
      ),
    changeFile: (number, given) =>
      change('hosted_file', 'number', number, valuesOf(given, fileColumns)),
    settleFile: (number, error) =>
      database.transaction(() => {
        const row = database.get(
          `UPDATE hosted_file SET state = ?, error = ? WHERE number = ? AND state = 'new'
           RETURNING source_id, indexed`,
          ...[error ? 'failed' : 'ready', writeJson(error), number],
        )
        if (!row) return
        const sourceId = String(row['source_id'])
        if (error) {
          setState(sourceId, { state: 'failed', error })
          return
        }
        // The source's earlier text was found until now.
        database.run(
          `UPDATE hosted_file SET state = 'leaving' WHERE source_id = ? AND number < ?`,
          ...[sourceId, number],
        )
        const live = database.get(
          'SELECT passages FROM indexed_source WHERE number = ? AND is_live = 1',
          Number(row['indexed']),
        )
        if (live) setState(sourceId, { state: 'ready', passages: Number(live['passages']) })
      }),
    settleSources: (baseId) =>
      database.transaction(() => {
        const rows = database.all(
          `SELECT source.id, indexed_source.passages, hosted_file.state, hosted_file.error
           FROM source JOIN hosted_store ON hosted_store.base_id = source.base_id
           JOIN indexed_source ON indexed_source.source_id = source.id AND is_live = 1
           LEFT JOIN hosted_file ON hosted_file.source_id = source.id
             AND hosted_file.indexed = indexed_source.number AND hosted_file.state <> 'leaving'
           WHERE source.base_id = ? AND source.state = 'embedding'
             AND (hosted_file.state IN ('ready', 'failed') OR NOT ${approvedSql}
               OR hosted_store.is_expired = 1)`,
          baseId,
        )
        for (const row of rows) {
          const { error } = readFileRow(row)
          const passages = Number(row['passages'])
          setState(
            String(row['id']),
            error ? { state: 'failed', error } : { state: 'ready', passages },
          )
        }
        return rows.length > 0
      }),
    leave: (baseId, sourceIds) =>
      void database.run(
        `UPDATE hosted_file SET state = 'leaving'
         WHERE base_id = ? AND source_id IN (SELECT value FROM json_each(?))`,
        ...[baseId, JSON.stringify(sourceIds)],
      ),
    leaving: () =>
      database.transaction(() => {
        markGone(database)
        return {
          stores: database.all('SELECT * FROM hosted_store WHERE is_leaving = 1').map(readStoreRow),
          files: database
            .all(`SELECT * FROM hosted_file WHERE state = 'leaving' ORDER BY number`)
            .map(readFileRow),
        }
      }),
    forgetFile: (number) => void database.run('DELETE FROM hosted_file WHERE number = ?', number),
    forgetLeaving: () =>
      database.transaction(() => {
        database.run(`DELETE FROM hosted_file WHERE state = 'leaving' AND error IS NOT NULL`)
        database.run(
          `DELETE FROM hosted_store WHERE is_leaving = 1
             AND (error IS NOT NULL OR is_asked = 0 AND store_id IS NULL)
             AND base_id NOT IN (SELECT base_id FROM hosted_file)`,
        )
      }),
    findChunks: (baseId, chunks) => findChunks(database, baseId, chunks),
  }
}

/** Marks what no base and no source needs, and forgets what never left this computer. */
function markGone(database: Database): void {
  database.run(`UPDATE hosted_store SET is_leaving = 1 WHERE base_id NOT IN (SELECT id FROM base)`)
  database.run(
    `UPDATE hosted_file SET state = 'leaving' WHERE state <> 'leaving' AND NOT EXISTS (
       SELECT 1 FROM source WHERE id = source_id AND source.base_id = hosted_file.base_id)`,
  )
  database.run(
    `DELETE FROM hosted_store WHERE is_leaving = 1 AND is_asked = 0 AND store_id IS NULL
       AND base_id NOT IN (SELECT base_id FROM hosted_file)`,
  )
  database.run(`DELETE FROM hosted_file WHERE state = 'leaving' AND is_asked = 0`)
  database.run('DELETE FROM hosted_approved WHERE source_id NOT IN (SELECT id FROM source)')
}

function valuesOf<Change extends object>(
  change: Change,
  columns: Readonly<Record<keyof Change, string>>,
): [string, unknown][] {
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [columns[field as keyof Change], value])
}

function toColumn(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'number') return value
  return writeJson(value ?? null)
}
