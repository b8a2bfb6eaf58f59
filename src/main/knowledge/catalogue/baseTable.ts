import { AppError } from '../../../shared/errors.ts'
import { storeKinds } from '../../../shared/knowledge/knowledge.ts'
import type { Base, StoreKind } from '../../../shared/knowledge/knowledge.ts'
import { modelReferenceSchema } from '../../../shared/models.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { readJson, textOf, writeJson } from '../../storage/columns.ts'
import { insertImported, type ImportedSource } from './insertSource.ts'

/** A base, without what its store knows. */
export interface BaseRecord {
  id: string
  name: string
  store: StoreKind
  /** The provider with the vector store; null for other stores. */
  providerId: string | null
  /** The model whose space the base has, or is to have; null for words alone. */
  embedder: ModelReference | null
  reranker: ModelReference | null
  /** The model that reads pictures and scans; null leaves them out. */
  pictureReader: ModelReference | null
  /** Number of pictures that may still be read before the user is asked again. */
  pictureAllowance: number
  /** The pictures and pages without text that no model has read. */
  unreadPictures: number
  /** The passages that the embedder took only in parts. */
  splitPassages: number
  counts: Base['counts']
  spent: Base['spent']
  createdAt: number
}

export type NewBase = Pick<
  BaseRecord,
  'id' | 'name' | 'store' | 'providerId' | 'embedder' | 'createdAt'
>

/** The fields that the user can change. */
export type BaseChange = Partial<
  Pick<BaseRecord, 'name' | 'embedder' | 'reranker' | 'pictureReader'>
>

/** The bases. Errors: baseMissing. */
export interface BaseTable {
  /** Returns all bases, the oldest first. */
  bases: () => BaseRecord[]
  base: (id: string) => BaseRecord
  addBase: (base: NewBase) => void
  /** Adds a base with its sources, all or nothing. */
  addImported: (base: NewBase, sources: readonly ImportedSource[]) => void
  changeBase: (id: string, change: BaseChange) => void
  /** Removes a base with its folders and sources. Returns the kept files that nothing uses now. */
  removeBase: (id: string) => string[]
  /** Adds what embedding has cost. `dollars` is null if the price is unknown. */
  addSpent: (id: string, tokens: number, dollars: number | null) => void
  /** Adds to the passages that the embedder took only in parts. */
  addSplit: (id: string, passages: number) => void
}

const columns = {
  name: 'name',
  embedder: 'embedder',
  reranker: 'reranker',
  pictureReader: 'picture_reader',
} as const satisfies Record<keyof BaseChange, string>

export function createBaseTable(database: Database): BaseTable {
  function read(row: Row): BaseRecord {
    const id = String(row['id'])
    const isPriced = row['unpriced_tokens'] === 0
    return {
      id,
      name: String(row['name']),
      store: storeKinds.find((kind) => kind === row['store']) ?? 'local',
      providerId: textOf(row['provider_id']),
      embedder: readJson(row['embedder'], modelReferenceSchema),
      reranker: readJson(row['reranker'], modelReferenceSchema),
      pictureReader: readJson(row['picture_reader'], modelReferenceSchema),
      pictureAllowance: Number(row['picture_allowance']),
      unreadPictures: countPictures(id),
      splitPassages: Number(row['split_passages']),
      counts: countStates(id),
      spent: {
        tokens: Number(row['spent_tokens']),
        dollars: isPriced ? Number(row['spent_dollars']) : null,
      },
      createdAt: Number(row['created_at']),
    }
  }

  function countStates(id: string): Base['counts'] {
    const counts = { waiting: 0, reading: 0, embedding: 0, ready: 0, failed: 0, skipped: 0 }
    const sql = 'SELECT state, count(*) AS count FROM source WHERE base_id = ? GROUP BY state'
    for (const { state, count } of database.all(sql, id)) {
      const known = String(state)
      if (known in counts) counts[known as keyof typeof counts] = Number(count)
    }
    return counts
  }

  function countPictures(id: string): number {
    const sql = `SELECT sum(unread_pictures) AS count FROM source
      WHERE base_id = ? AND unread_pictures > 0`
    return Number(database.get(sql, id)?.['count'] ?? 0)
  }

  function addBase({ id, name, store, providerId, embedder, createdAt }: NewBase): void {
    database.run(
      `INSERT INTO base (id, name, store, provider_id, embedder, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[id, name, store, providerId, writeJson(embedder), createdAt],
    )
  }

  function assertChanged(rows: number): void {
    if (rows === 0) throw new AppError('baseMissing', 'There is no such base')
  }

  return {
    bases: () => database.all('SELECT * FROM base ORDER BY sequence').map(read),
    base(id) {
      const row = database.get('SELECT * FROM base WHERE id = ?', id)
      if (row) return read(row)
      throw new AppError('baseMissing', 'There is no such base')
    },
    addBase,
    addImported: (base, sources) =>
      database.transaction(() => {
        addBase(base)
        for (const source of sources) insertImported(database, base.id, source)
      }),
    changeBase: (id, change) =>
      database.transaction(() => {
        for (const [field, column] of Object.entries(columns)) {
          const value = change[field as keyof BaseChange]
          if (value === undefined) continue
          const written = typeof value === 'string' ? value : writeJson(value)
          assertChanged(database.run(`UPDATE base SET ${column} = ? WHERE id = ?`, written, id))
        }
        // Another model may read more at once.
        if (change.embedder !== undefined) {
          database.run('UPDATE base SET split_passages = 0 WHERE id = ?', id)
        }
      }),
    removeBase: (id) =>
      database.transaction(() => {
        const kept = database
          .all('SELECT DISTINCT content FROM source WHERE base_id = ? AND content IS NOT NULL', id)
          .map(({ content }) => String(content))
        assertChanged(database.run('DELETE FROM base WHERE id = ?', id))
        database.run('DELETE FROM imported_picture_text WHERE base_id = ?', id)
        database.run(`INSERT OR IGNORE INTO removed (base_id, source_id) VALUES (?, '')`, id)
        return kept.filter(
          (content) => !database.get('SELECT 1 FROM source WHERE content = ?', content),
        )
      }),
    addSpent(id, tokens, dollars) {
      database.run(
        `UPDATE base SET spent_tokens = spent_tokens + ?, spent_dollars = spent_dollars + ?,
           unpriced_tokens = unpriced_tokens + ? WHERE id = ?`,
        ...[tokens, dollars ?? 0, dollars === null ? tokens : 0, id],
      )
    },
    addSplit(id, passages) {
      database.run('UPDATE base SET split_passages = split_passages + ? WHERE id = ?', passages, id)
    },
  }
}
