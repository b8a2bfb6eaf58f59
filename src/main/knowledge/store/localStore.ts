import { AppError } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import type { Database } from '../../storage/connection.ts'
import { compactIndex, shrinkFile } from './compactIndex.ts'
import { fuseRanks } from './fuseRanks.ts'
import type { FoundPassage, IndexedSource, KnowledgeStore, StoreQuery } from './knowledgeStore.ts'
import { nearPassages } from './nearPassages.ts'
import { putSource } from './putSource.ts'
import { readNeighbours, readPassages } from './readPassages.ts'
import { readSource } from './readSource.ts'
import { removeDead } from './removeDead.ts'
import { deferred, runSteps, type Steps } from './runSteps.ts'
import { readLines } from './sourceLines.ts'
import { createSelect, type SourceSelection } from './sourceSelection.ts'
import { readText } from './sourceText.ts'
import { readVectors, type StoredVector } from './vectors/readVectors.ts'
import { createVectorSearch, type FoundVector } from './vectors/searchVectors.ts'
import {
  deleteUnusedSpaces,
  joinSpace,
  leaveSpace,
  missingVectors,
  openSpace,
  putVectors,
  setUsedSpace,
  vectorCounts,
} from './vectors/spaces.ts'
import { basesUsing, readStats } from './readStats.ts'
import { recordEarlierEnds } from './words/compounds.ts'
import { searchWords } from './words/searchWords.ts'
import { ownWords } from './words/ownWords.ts'

/** Number of passages from each of the two searches, by words and by vectors, that are fused. */
const candidates = 50

export interface LocalStore extends KnowledgeStore {
  /** Gives back the room that removed and replaced sources have left. Resolves early when closed. */
  compact: () => Promise<void>
  /** Returns the bases that the index has anything of. */
  baseIds: () => Promise<string[]>
  /** Returns a source as it was put; undefined if the index does not have it. */
  read: (sourceId: string) => Promise<IndexedSource | undefined>
  /** Returns a page of the vectors of a base's texts in a space, see `readVectors`. */
  readVectors: (
    baseId: string,
    spaceId: number,
    after: string,
    limit: number,
  ) => Promise<StoredVector[]>
}

/**
 * Opens the store of an open knowledge.sqlite. Changes run one after another, in steps between
 * which it answers searches. Closing it leaves the database open.
 */
export function createLocalStore(database: Database): LocalStore {
  const inTurn = createSerialQueue()
  const vectors = createVectorSearch(database)
  /** Counts the changes of which sources are found. */
  let version = 0
  let isClosed = false
  const select = createSelect(database, () => version)
  /** By base and space: no text of an earlier source lacks a vector. */
  const firstMissing = new Map<string, number>()

  /** Tidying may be lost with the power: it is done again. */
  function tidy(steps: Steps): Promise<void> {
    return inTurn(() => runSteps(database, deferred(untilClosed(steps)), 'deferred'))
  }

  function* untilClosed(steps: Steps): Steps {
    while (!isClosed && steps.next().done !== true) yield
  }

  /** Runs steps that change what is found, and then removes in the background what they replaced. */
  async function change(steps: Steps): Promise<void> {
    try {
      await inTurn(() => runSteps(database, steps))
    } finally {
      version += 1
      cleanUp()
    }
  }

  const tidyEnds = database.get('SELECT 1 FROM indexed_source WHERE has_word_ends = 0 LIMIT 1')
  if (tidyEnds) tidy(recordEarlierEnds(database)).catch(() => undefined)

  // Sources that a killed process left half-indexed are removed before the first change.
  if (database.get('SELECT 1 FROM indexed_source WHERE is_live = 0 LIMIT 1')) cleanUp()

  async function compact(): Promise<void> {
    await tidy(compactIndex(database))
    if (!isClosed) await inTurn(() => shrinkFile(database))
  }

  function cleanUp(): void {
    tidy(removeDead(database)).catch(() => undefined)
  }

  function findWords(query: string, selection: SourceSelection, limit: number): number[] {
    if (selection.count === 0) return []
    return searchWords(database, {
      query,
      languages: selection.languages,
      passages: countPassages(database),
      isAllowed: (passage) => selection.allowed[sourceOf(database, passage)] === 1,
      limit,
    })
  }

  function findVectors(query: StoreQuery, limit: number): FoundVector[][] {
    return query.vectors.map(({ spaceId, values }) => {
      // A base may have vectors in a space that is not complete yet.
      const bases = basesUsing(database, spaceId, query.baseIds)
      const { allowed, count } = select(bases, query.filter)
      return count === 0 ? [] : vectors.search(spaceId, values, allowed, limit)
    })
  }

  function search(query: StoreQuery, signal?: AbortSignal): FoundPassage[] {
    if (signal?.aborted) throw new AppError('aborted', 'The search was stopped')
    const most = Math.max(candidates, query.limit)
    const selection = select(query.baseIds, query.filter)
    const words = findWords(query.words, selection, most)
    const { allowed } = selection
    const near = query.near && nearPassages(database, query.near, { words: query.words, allowed })
    const fused = fuseRanks(words, [...findVectors(query, most), ...(near ? [near] : [])])
    return readPassages(database, fused.slice(0, query.limit))
  }

  return {
    put: (source) => change(putSource(database, source)),
    remove: (baseId, sourceIds) => change(hideSources(database, baseId, sourceIds)),
    removeBase: (baseId) => change(hideBase(database, baseId)),
    openSpace: (baseId, model, dimensions) =>
      inTurn(async () => {
        const space = openSpace(database, model, dimensions)
        await runSteps(database, joinSpace(database, baseId, space.id))
        return space
      }),
    useSpace: (baseId, space) =>
      inTurn(() => database.transaction(() => setUsedSpace(database, baseId, space))),
    async dropSpace(baseId, space) {
      firstMissing.clear()
      await inTurn(() => runSteps(database, leaveSpace(database, baseId, space)))
      vectors.release()
    },
    async missingVectors(baseId, space, limit) {
      const key = `${baseId} ${String(space)}`
      const from = firstMissing.get(key) ?? 0
      const { missing, firstSource } = missingVectors(database, baseId, space, { from, limit })
      if (firstSource !== undefined) firstMissing.set(key, firstSource)
      return missing
    },
    vectorCounts: async (space, sourceIds) => vectorCounts(database, space, sourceIds),
    putVectors: (space, given) => inTurn(() => putVectors(database, space, given)),
    search: async (...given) => search(...given),
    async isFound(baseId, sourceId) {
      const source = findSource(database, sourceId)
      if (!source) return false
      const words = ownWords(database, source.number)
      const selection = select([baseId], { sourceIds: [sourceId] })
      if (words === '') return selection.count > 0 && source.passages > 0
      return findWords(words, selection, 1).length > 0
    },
    async neighbours(place, count) {
      const { number } = getSource(database, place.sourceId)
      return readNeighbours(database, number, place.start, count)
    },
    async text(sourceId, start, end) {
      const { number, length, sha256 } = getSource(database, sourceId)
      return { text: readText(database, number, start, end), length, sha256 }
    },
    async lines(sourceId, start, end) {
      return readLines(database, getSource(database, sourceId).number, start, end)
    },
    compact,
    baseIds: async () => listBases(database),
    read: async (sourceId) => readSource(database, sourceId),
    readVectors: async (...given) => readVectors(database, ...given),
    stats: async (baseId) => readStats(database, baseId),
    async close() {
      isClosed = true
      vectors.release()
      await inTurn(() => undefined)
    },
  }
}

function* hideSources(database: Database, baseId: string, ids: readonly string[]): Steps {
  database.run(
    `UPDATE indexed_source SET is_live = 0
     WHERE is_live = 1 AND base_id = ? AND source_id IN (SELECT value FROM json_each(?))`,
    baseId,
    JSON.stringify(ids),
  )
  yield
}

function* hideBase(database: Database, baseId: string): Steps {
  database.run('UPDATE indexed_source SET is_live = 0 WHERE is_live = 1 AND base_id = ?', baseId)
  database.run('DELETE FROM base_space WHERE base_id = ?', baseId)
  yield* deleteUnusedSpaces(database)
}

interface SourceRow {
  number: number
  length: number
  passages: number
  sha256: string
}

function findSource(database: Database, sourceId: string): SourceRow | undefined {
  const row = database.get(
    `SELECT number, text_length, passages, sha256 FROM indexed_source
     WHERE source_id = ? AND is_live = 1`,
    sourceId,
  )
  if (!row) return undefined
  return {
    number: Number(row['number']),
    length: Number(row['text_length']),
    passages: Number(row['passages']),
    sha256: String(row['sha256']),
  }
}

function getSource(database: Database, sourceId: string): SourceRow {
  const source = findSource(database, sourceId)
  if (!source) throw new AppError('sourceMissing', 'The source is not in the index')
  return source
}

function listBases(database: Database): string[] {
  return database
    .all(
      'SELECT base_id FROM indexed_source WHERE is_live = 1 UNION SELECT base_id FROM base_space',
    )
    .map((row) => String(row['base_id']))
}

function sourceOf(database: Database, passageId: number): number {
  return Number(
    database.get('SELECT source FROM passage WHERE id = ?', passageId)?.['source'] ?? -1,
  )
}

function countPassages(database: Database): number {
  return Number(database.get('SELECT sum(passages) AS count FROM indexed_source')?.['count'] ?? 0)
}
