import { AppError } from '../../../shared/errors.ts'
import { fuseRanks } from '../store/fuseRanks.ts'
import type { KnowledgeStore, StoreQuery } from '../store/knowledgeStore.ts'
import { linesOnPages } from '../store/sourceLines.ts'
import { ownWordsOf } from '../store/words/ownWords.ts'
import type { PostgresDatabase } from './connectPostgres.ts'
import { putSource } from './putSource.ts'
import { readNeighbours, readPassages } from './readPassages.ts'
import { readText } from './readText.ts'
import { searchWords } from './searchWords.ts'
import { selectSources } from './selectSources.ts'
import { createVectorTables } from './vectorTables.ts'

/** Number of passages from each of the two searches, by words and by vectors, that are fused. */
const candidates = 50
const ownPassages = 5

type Query = PostgresDatabase['query']

/** Opens the store of a PostgreSQL database, which several people may use at the same time. */
export function createPostgresStore(database: PostgresDatabase): KnowledgeStore {
  const { query, snapshot } = database
  const vectors = createVectorTables(database)

  async function findSource(ask: Query, sourceId: string) {
    const [row] = await ask(
      'SELECT number, text_length, sha256, passages FROM parley.source WHERE source_id = $1',
      [sourceId],
    )
    if (!row) return undefined
    return {
      number: Number(row['number']),
      length: Number(row['text_length']),
      sha256: String(row['sha256']),
      passages: Number(row['passages']),
    }
  }

  async function getSource(ask: Query, sourceId: string) {
    const source = await findSource(ask, sourceId)
    if (!source) throw new AppError('sourceMissing', 'The source is not in the index')
    return source
  }

  async function search(given: StoreQuery, signal?: AbortSignal) {
    const stop = (): void => signal?.throwIfAborted()
    const selection = selectSources(given.baseIds, given.filter)
    const most = Math.max(candidates, given.limit)
    return snapshot(async (ask) => {
      const [words, ...near] = await Promise.all([
        searchWords({ query: ask }, given.words, selection, most),
        ...given.vectors.map((vector) => vectors.search(ask, vector, selection, most)),
      ])
      stop()
      return readPassages({ query: ask }, fuseRanks(words, near).slice(0, given.limit))
    })
  }

  return {
    ...vectors,
    put: (source) => putSource(database, source),
    async remove(baseId, sourceIds) {
      await query('DELETE FROM parley.source WHERE base_id = $1 AND source_id = ANY($2::uuid[])', [
        baseId,
        sourceIds,
      ])
    },
    async removeBase(baseId) {
      await query('DELETE FROM parley.source WHERE base_id = $1', [baseId])
      const spaces = await vectors.spacesOf(baseId)
      for (const { space } of spaces) await vectors.dropSpace(baseId, space.id)
    },
    search,
    isFound: (baseId, sourceId) =>
      snapshot(async (ask) => {
        const source = await findSource(ask, sourceId)
        if (!source) return false
        const rows = await ask(
          'SELECT start, "end" FROM parley.passage WHERE source = $1 ORDER BY start LIMIT $2',
          [source.number, ownPassages],
        )
        const texts = await Promise.all(
          rows.map((row) => readText(ask, source.number, Number(row['start']), Number(row['end']))),
        )
        const words = ownWordsOf(texts)
        if (words === '') return source.passages > 0
        const selection = selectSources([baseId], { sourceIds: [sourceId] })
        return (await searchWords({ query: ask }, words, selection, 1)).length > 0
      }),
    neighbours: (place, count) =>
      snapshot(async (ask) => {
        const { number } = await getSource(ask, place.sourceId)
        return readNeighbours({ query: ask }, number, place.start, count)
      }),
    text: (sourceId, start, end) =>
      snapshot(async (ask) => {
        const { number, length, sha256 } = await getSource(ask, sourceId)
        return { text: await readText(ask, number, start, end), length, sha256 }
      }),
    async lines(sourceId, start, end) {
      const { number } = await getSource(query, sourceId)
      const rows = await query(
        `SELECT lines FROM parley.source_lines
         WHERE source = $1 AND start < $2 AND "end" > $3 ORDER BY start`,
        [number, end, start],
      )
      return linesOnPages(
        rows.map((row) => row['lines']),
        start,
        end,
      )
    },
    async stats(baseId) {
      const [row] = await query(
        `SELECT coalesce(sum(passages), 0)::int AS passages,
           coalesce(sum(text_length), 0)::bigint AS length
         FROM parley.source WHERE base_id = $1`,
        [baseId],
      )
      const spaces = await vectors.spacesOf(baseId)
      return {
        passages: Number(row?.['passages']),
        sizeBytes: Number(row?.['length']),
        spaces: await Promise.all(
          spaces.map(async ({ space, isUsed }) => ({
            ...{ space, isUsed },
            ...(await countVectors(baseId, space.id)),
          })),
        ),
      }
    },
    close: database.close,
  }

  async function countVectors(baseId: string, spaceId: number) {
    const [row] = await query(
      `SELECT count(DISTINCT passage.text_hash)::int AS total,
         count(DISTINCT known.text_hash)::int AS done
       FROM parley.passage JOIN parley.source ON source.number = passage.source
       LEFT JOIN parley.embedding_${String(spaceId)} AS known
         ON known.text_hash = passage.text_hash
       WHERE source.base_id = $1`,
      [baseId],
    )
    return { total: Number(row?.['total']), done: Number(row?.['done']) }
  }
}
