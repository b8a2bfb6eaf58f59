import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { KnowledgeStore, MissingVector, Space } from '../store/knowledgeStore.ts'
import type { PostgresDatabase } from './connectPostgres.ts'
import type { Selection } from './selectSources.ts'

/** pgvector's index of half precision takes no more. */
const dimensionsMaximum = 4000
/** How many rows the index looks at: more finds more, and takes longer. */
const searchBreadth = 100

type VectorMethods = Pick<
  KnowledgeStore,
  'openSpace' | 'useSpace' | 'dropSpace' | 'missingVectors' | 'putVectors' | 'vectorCounts'
>

export interface VectorTables extends VectorMethods {
  /** Returns the passages that lie nearest to a vector, best first. */
  search: (
    vector: { spaceId: number; values: Float32Array },
    selection: Selection,
    limit: number,
  ) => Promise<{ passageId: number; similarity: number }[]>
  spacesOf: (baseId: string) => Promise<{ space: Space; isUsed: boolean }[]>
}

/** Keeps vectors as halfvec with an HNSW index, one table for each space. */
export function createVectorTables(database: PostgresDatabase): VectorTables {
  const { query } = database

  function assertVectors(): void {
    if (database.hasVectors) return
    throw new AppError('notSupported', 'This PostgreSQL has no pgvector', { subject: 'pgvector' })
  }

  async function spaceOf(spaceId: number): Promise<Space> {
    const [row] = await query('SELECT * FROM parley.space WHERE id = $1', [spaceId])
    if (!row) throw new AppError('badInput', 'There is no such space')
    return toSpace(row)
  }

  return {
    async openSpace(baseId, model, dimensions) {
      assertVectors()
      if (!(dimensions > 0 && dimensions <= dimensionsMaximum)) {
        throw new AppError('notSupported', 'The index takes up to 4,000 dimensions')
      }
      return database.transaction(async (inside) => {
        await inside(
          `INSERT INTO parley.space (provider_id, model_id, dimensions) VALUES ($1, $2, $3)
           ON CONFLICT DO NOTHING`,
          [model.providerId, model.modelId, dimensions],
        )
        const [row] = await inside(
          `SELECT * FROM parley.space
           WHERE provider_id = $1 AND model_id = $2 AND dimensions = $3 FOR UPDATE`,
          [model.providerId, model.modelId, dimensions],
        )
        const space = toSpace(row ?? {})
        const table = tableOf(space.id)
        await inside(
          `CREATE TABLE IF NOT EXISTS ${table}
           (text_hash bytea PRIMARY KEY, vector halfvec(${String(dimensions)}) NOT NULL)`,
        )
        await inside(
          `CREATE INDEX IF NOT EXISTS embedding_${String(space.id)}_nearest ON ${table}
           USING hnsw (vector halfvec_cosine_ops)`,
        )
        await inside(
          `INSERT INTO parley.base_space (base_id, space) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
          [baseId, space.id],
        )
        return space
      })
    },
    async useSpace(baseId, spaceId) {
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
      assertVectors()
      const { dimensions } = await spaceOf(spaceId)
      for (const { values } of vectors) {
        if (values.length !== dimensions || !values.every(Number.isFinite)) {
          throw new AppError('badInput', 'The vectors do not fit into the space')
        }
      }
      await query(
        `INSERT INTO ${tableOf(spaceId)} (text_hash, vector)
         SELECT * FROM unnest($1::bytea[], $2::text[]::halfvec[])
         ON CONFLICT (text_hash) DO UPDATE SET vector = excluded.vector`,
        [
          vectors.map(({ textHash }) => Buffer.from(textHash, 'hex')),
          vectors.map(({ values }) => vectorText(values)),
        ],
      )
    },
    async vectorCounts(spaceId, sourceIds) {
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
    async search({ spaceId, values }, { where, values: bound }, limit) {
      if (!database.hasVectors) return []
      const at = bound.length + 1
      return database.transaction(async (inside) => {
        await inside(`SET LOCAL hnsw.ef_search = ${String(searchBreadth)}`)
        const rows = await inside(
          `SELECT passage.id, 1 - (known.vector <=> $${String(at)}::halfvec) AS similarity
           FROM ${tableOf(spaceId)} AS known
           JOIN parley.passage ON passage.text_hash = known.text_hash
           JOIN parley.source ON source.number = passage.source
           WHERE ${where} ORDER BY known.vector <=> $${String(at)}::halfvec
           LIMIT $${String(at + 1)}`,
          [...bound, vectorText(values), limit],
        )
        return rows.map((row) => {
          return { passageId: Number(row['id']), similarity: Number(row['similarity']) }
        })
      })
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

function vectorText(values: Float32Array): string {
  return `[${values.join(',')}]`
}

function hexOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : ''
}

function textOf(bytes: unknown): string {
  return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : ''
}
