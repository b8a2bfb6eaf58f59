import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { KnowledgeStore, MissingVector, Space } from '../store/knowledgeStore.ts'
import type { PostgresDatabase } from './connectPostgres.ts'
import type { Selection } from './selectSources.ts'

/** pgvector's index of half precision takes no more. */
const maxDimensions = 4000
/**
 * Number of rows that the index visits: of 20 passages in 10,000 it misses 3 in a hundred with 100
 * rows, and 3 in a thousand with 400.
 */
const searchBreadth = 400
/** So few passages are compared one by one. The index would go through all that others have. */
const maxComparedPassages = 2000

type VectorMethods = Pick<
  KnowledgeStore,
  'openSpace' | 'useSpace' | 'dropSpace' | 'missingVectors' | 'putVectors' | 'vectorCounts'
>

export interface VectorTables extends VectorMethods {
  /** Returns the passages that lie nearest to a vector, best first. `query` is of a transaction. */
  search: (
    query: PostgresDatabase['query'],
    vector: { spaceId: number; values: Float32Array },
    selection: Selection,
    limit: number,
  ) => Promise<{ passageId: number; similarity: number }[]>
  spacesOf: (baseId: string) => Promise<{ space: Space; isUsed: boolean }[]>
}

interface NearestQuestion {
  space: Space & { isIndexed: boolean }
  /** As PostgreSQL reads it. */
  vector: string
  selection: Selection
  limit: number
}

/**
 * Keeps vectors, one table for each space: as halfvec with an HNSW index where pgvector is there,
 * else as numbers that a search compares one by one.
 */
export function createVectorTables(database: PostgresDatabase): VectorTables {
  const { query } = database

  async function findSpace(
    spaceId: number,
    ask = query,
  ): Promise<(Space & { isIndexed: boolean }) | undefined> {
    const [row] = await ask('SELECT * FROM parley.space WHERE id = $1', [spaceId])
    return row && { ...toSpace(row), isIndexed: row['is_indexed'] === true }
  }

  async function nearest(
    inside: PostgresDatabase['query'],
    { space, vector, selection, limit }: NearestQuestion,
    how: 'index' | 'compare',
  ): Promise<{ passageId: number; similarity: number }[]> {
    const { where, values } = selection
    const at = values.length + 1
    if (how === 'index') {
      await inside(`SET LOCAL hnsw.ef_search = ${String(searchBreadth)}`)
      if (database.vectors === 'filtered') {
        await inside('SET LOCAL hnsw.iterative_scan = strict_order')
      }
    }
    const parameter = `$${String(at)}`
    const distance = space.isIndexed ? `(known.vector <=> ${parameter}::halfvec)` : exact(parameter)
    const candidates = `SELECT passage.id, ${distance} AS distance
      FROM ${tableOf(space.id)} AS known
      JOIN parley.passage ON passage.text_hash = known.text_hash
      JOIN parley.source ON source.number = passage.source
      JOIN parley.base_space AS used ON used.base_id = source.base_id
        AND used.space = ${String(space.id)} AND used.is_used
      WHERE ${where}`
    const rows = await inside(
      how === 'index'
        ? `${candidates} ORDER BY ${distance} LIMIT $${String(at + 1)}`
        : // What is materialized is no question that the index answers.
          `WITH near AS MATERIALIZED (${candidates})
           SELECT * FROM near ORDER BY distance, id LIMIT $${String(at + 1)}`,
      [...values, vector, limit],
    )
    return rows.map((row) => {
      return { passageId: Number(row['id']), similarity: 1 - Number(row['distance']) }
    })
  }

  return {
    async openSpace(baseId, model, dimensions) {
      if (!(dimensions > 0)) throw new AppError('badInput', 'A space has at least one dimension')
      const canIndex = database.vectors !== 'none' && dimensions <= maxDimensions
      return database.transaction(async (inside) => {
        await inside(
          `INSERT INTO parley.space (provider_id, model_id, dimensions, is_indexed)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          [model.providerId, model.modelId, dimensions, canIndex],
        )
        const [row] = await inside(
          `SELECT * FROM parley.space
           WHERE provider_id = $1 AND model_id = $2 AND dimensions = $3 FOR UPDATE`,
          [model.providerId, model.modelId, dimensions],
        )
        const space = toSpace(row ?? {})
        const table = tableOf(space.id)
        const isIndexed = row?.['is_indexed'] === true
        const type = isIndexed ? `halfvec(${String(dimensions)})` : 'real[]'
        await inside(
          `CREATE TABLE IF NOT EXISTS ${table}
           (text_hash bytea PRIMARY KEY, vector ${type} NOT NULL)`,
        )
        if (isIndexed) {
          await inside(
            `CREATE INDEX IF NOT EXISTS embedding_${String(space.id)}_nearest ON ${table}
             USING hnsw (vector halfvec_cosine_ops)`,
          )
        }
        await inside(
          `INSERT INTO parley.base_space (base_id, space) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
          [baseId, space.id],
        )
        return space
      })
    },
    async useSpace(baseId, spaceId) {
      const [part] = await query(
        'SELECT 1 FROM parley.base_space WHERE base_id = $1 AND space = $2',
        [baseId, spaceId ?? -1],
      )
      if (spaceId !== null && !part) throw new AppError('notFound', 'The base has no such space')
      await query('UPDATE parley.base_space SET is_used = (space = $2) WHERE base_id = $1', [
        baseId,
        spaceId ?? -1,
      ])
    },
    async dropSpace(baseId, spaceId) {
      await database.transaction(async (inside) => {
        await inside('DELETE FROM parley.base_space WHERE base_id = $1 AND space = $2', [
          baseId,
          spaceId,
        ])
        const used = await inside('SELECT 1 FROM parley.base_space WHERE space = $1', [spaceId])
        if (used.length > 0) return
        await inside(`DROP TABLE IF EXISTS ${tableOf(spaceId)}`)
        await inside('DELETE FROM parley.space WHERE id = $1', [spaceId])
      })
    },
    async missingVectors(baseId, spaceId, limit) {
      if (!(await findSpace(spaceId))) return []
      const rows = await query(
        `SELECT text_hash, embedded FROM (
           SELECT DISTINCT ON (passage.text_hash) passage.text_hash, passage.embedded, passage.id
           FROM parley.passage JOIN parley.source ON source.number = passage.source
           WHERE source.base_id = $1 AND NOT EXISTS (
             SELECT 1 FROM ${tableOf(spaceId)} AS known WHERE known.text_hash = passage.text_hash)
           ORDER BY passage.text_hash, passage.id) AS missing
         ORDER BY id LIMIT $2`,
        [baseId, limit],
      )
      return rows.map((row): MissingVector => {
        return { textHash: hexOf(row['text_hash']), text: textOf(row['embedded']) }
      })
    },
    async putVectors(spaceId, vectors) {
      const space = await findSpace(spaceId)
      if (!space) throw new AppError('badInput', 'There is no such space')
      const { dimensions, isIndexed } = space
      for (const { values } of vectors) {
        if (values.length !== dimensions || !values.every(Number.isFinite)) {
          throw new AppError('badInput', 'The vectors do not fit into the space')
        }
      }
      await query(
        `INSERT INTO ${tableOf(spaceId)} (text_hash, vector)
         SELECT text_hash, vector::${isIndexed ? 'halfvec' : 'real[]'}
         FROM unnest($1::bytea[], $2::text[]) AS given (text_hash, vector)
         ON CONFLICT (text_hash) DO UPDATE SET vector = excluded.vector`,
        [
          vectors.map(({ textHash }) => Buffer.from(textHash, 'hex')),
          vectors.map(({ values }) => vectorText(values, isIndexed)),
        ],
      )
    },
    async vectorCounts(spaceId, sourceIds) {
      if (!(await findSpace(spaceId))) return []
      const rows = await query(
        `SELECT source.source_id, count(*)::int AS total, count(known.text_hash)::int AS done
         FROM parley.source JOIN parley.passage ON passage.source = source.number
         LEFT JOIN ${tableOf(spaceId)} AS known ON known.text_hash = passage.text_hash
         WHERE source.source_id = ANY($1::uuid[]) GROUP BY source.source_id`,
        [sourceIds],
      )
      return rows.map((row) => ({
        sourceId: String(row['source_id']),
        done: Number(row['done']),
        total: Number(row['total']),
      }))
    },
    async search(inside, { spaceId, values }, selection, limit) {
      const space = await findSpace(spaceId, inside)
      if (!space) return []
      const asked = { space, vector: vectorText(values, space.isIndexed), selection, limit }
      if (!space.isIndexed) return nearest(inside, asked, 'compare')
      const [row] = await inside(
        `SELECT coalesce(sum(passages), 0)::int AS passages
         FROM parley.source WHERE ${selection.where}`,
        selection.values,
      )
      const passages = Number(row?.['passages'])
      if (passages > maxComparedPassages) {
        const found = await nearest(inside, asked, 'index')
        // The index gives up after many rows of other bases, and of texts that are gone.
        if (found.length === Math.min(limit, passages)) return found
      }
      return nearest(inside, asked, 'compare')
    },
    async spacesOf(baseId) {
      const rows = await query(
        `SELECT space.*, base_space.is_used
         FROM parley.base_space JOIN parley.space ON space.id = base_space.space
         WHERE base_space.base_id = $1 ORDER BY space.id`,
        [baseId],
      )
      return rows.map((row) => ({ space: toSpace(row), isUsed: row['is_used'] === true }))
    },
  }
}

function tableOf(spaceId: number): string {
  return `parley.embedding_${String(Math.trunc(spaceId))}`
}

function toSpace(row: Record<string, unknown>): Space {
  const model: ModelReference = {
    providerId: String(row['provider_id']),
    modelId: String(row['model_id']),
  }
  return { id: Number(row['id']), model, dimensions: Number(row['dimensions']) }
}

/** Returns the distance of vectors of length 1 without pgvector: each of them is looked at. */
function exact(parameter: string): string {
  return `(1 - (SELECT sum(pair.a * pair.b)
    FROM unnest(known.vector, ${parameter}::real[]) AS pair (a, b)))`
}

/** Returns a vector of length 1 as PostgreSQL reads it. */
function vectorText(values: Float32Array, isIndexed: boolean): string {
  const length = Math.hypot(...values) || 1
  const unit = Array.from(values, (value) => value / length).join(',')
  return isIndexed ? `[${unit}]` : `{${unit}}`
}

function hexOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : ''
}

function textOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : ''
}
