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

/** How many passages of words and of vectors are fused. */
const candidates = 50
const ownPassages = 5

/** Opens the store of a PostgreSQL database, which several people may use at the same time. */
export function createPostgresStore(database: PostgresDatabase): KnowledgeStore {
  const { query } = database
  const vectors = createVectorTables(database)

  async function findSource(sourceId: string) {
    const [row] = await query(
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

  async function getSource(sourceId: string) {
    const source = await findSource(sourceId)
    if (!source) throw new AppError('sourceMissing', 'The source is not in the index')
    return source
  }

  async function search(given: StoreQuery, signal?: AbortSignal) {
    const stop = (): void => signal?.throwIfAborted()
    const selection = selectSources(given.baseIds, given.filter)
    const most = Math.max(candidates, given.limit)
    const [words, ...near] = await Promise.all([
      searchWords(database, given.words, selection, most),
      ...given.vectors.map((vector) => vectors.search(vector, selection, most)),
    ])
    stop()
    return readPassages(database, fuseRanks(words, near).slice(0, given.limit))
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
    async isFound(baseId, sourceId) {
      const source = await findSource(sourceId)
      if (!source) return false
      const rows = await query(
        'SELECT start, "end" FROM parley.passage WHERE source = $1 ORDER BY start LIMIT $2',
        [source.number, ownPassages],
      )
      const texts = await Promise.all(
        rows.map((row) => readText(query, source.number, Number(row['start']), Number(row['end']))),
      )
      const words = ownWordsOf(texts)
      if (words === '') return source.passages > 0
      const selection = selectSources([baseId], { sourceIds: [sourceId] })
      return (await searchWords(database, words, selection, 1)).length > 0
    },
    async neighbours(place, count) {
      const { number } = await getSource(place.sourceId)
      return readNeighbours(database, number, place.start, count)
    },
    async text(sourceId, start, end) {
      const { number, length, sha256 } = await getSource(sourceId)
      return { text: await readText(query, number, start, end), length, sha256 }
    },
    async lines(sourceId, start, end) {
      const { number } = await getSource(sourceId)
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
