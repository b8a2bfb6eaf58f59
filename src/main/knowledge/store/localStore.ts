import { AppError } from '../../../shared/errors.ts'
import type { SearchFilter } from '../../../shared/knowledge.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import type { Database } from '../../storage/connection.ts'
import { fuseRanks } from './fuseRanks.ts'
import type { FoundPassage, KnowledgeStore, StoreQuery } from './knowledgeStore.ts'
import { putSource } from './putSource.ts'
import { readNeighbours, readPassages } from './readPassages.ts'
import { removeDead } from './removeDead.ts'
import { runSteps } from './runSteps.ts'
import { readLines } from './sourceLines.ts'
import { createSelect } from './sourceSelection.ts'
import { readText } from './sourceText.ts'
import { searchWords } from './words/searchWords.ts'
import { ownWords } from './words/ownWords.ts'

/** How many passages of words and of vectors are fused. */
const candidates = 50

/**
 * Opens the store of an open knowledge.sqlite. Changes run one after another, in steps between
 * which it answers searches. Closing it leaves the database open.
 */
export function createLocalStore(database: Database): KnowledgeStore {
  const inTurn = createSerialQueue()
  let version = 0
  let isClosed = false
  const select = createSelect(database, () => version)

  /** Runs steps that change which sources are found, and removes in the background what they replace. */
  async function change(steps: Generator<void>): Promise<void> {
    try {
      await inTurn(() => runSteps(database, steps))
    } finally {
      version += 1
      inTurn(() => runSteps(database, untilClosed(removeDead(database)))).catch(() => undefined)
    }
  }

  function* untilClosed(steps: Generator<void>): Generator<void> {
    while (!isClosed && steps.next().done !== true) yield
  }

  function wordsOf(query: string, bases: readonly string[], filter: SearchFilter, limit: number) {
    const selection = select(bases, filter)
    if (selection.count === 0) return []
    return searchWords(database, {
      query,
      languages: selection.languages,
      passages: countPassages(database),
      isAllowed: (passage) => selection.allowed[sourceOf(database, passage)] === 1,
      limit,
    })
  }

  function search(query: StoreQuery, signal?: AbortSignal): FoundPassage[] {
    if (signal?.aborted) throw new AppError('aborted', 'The search was stopped')
    const most = Math.max(candidates, query.limit)
    const words = wordsOf(query.words, query.baseIds, query.filter, most)
    return readPassages(database, fuseRanks(words, []).slice(0, query.limit))
  }

  return {
    put: (source) => change(putSource(database, source, () => undefined)),
    remove: (baseId, sourceIds) => change(hideSources(database, baseId, sourceIds)),
    removeBase: (baseId) => change(hideBase(database, baseId)),
    openSpace: notYet,
    useSpace: notYet,
    dropSpace: notYet,
    missingVectors: notYet,
    putVectors: notYet,
    vectorCounts: notYet,
    search: async (...given) => search(...given),
    async isFound(baseId, sourceId) {
      const source = findSource(database, sourceId)
      if (!source) return false
      const words = ownWords(database, source.number)
      if (words === '') return source.passages > 0
      return wordsOf(words, [baseId], { sourceIds: [sourceId] }, 1).length > 0
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
    async stats(baseId) {
      const row = database.get(
        `SELECT coalesce(sum(passages), 0) AS passages, coalesce(sum(text_length), 0) AS length
         FROM indexed_source WHERE base_id = ? AND is_live = 1`,
        baseId,
      )
      return {
        passages: Number(row?.['passages']),
        sizeBytes: Number(row?.['length']),
        spaces: [],
      }
    },
    async close() {
      isClosed = true
      await inTurn(() => undefined)
    },
  }
}

function notYet(): Promise<never> {
  return Promise.reject(new AppError('notSupported', 'Vectors are not there yet'))
}

function* hideSources(database: Database, baseId: string, ids: readonly string[]): Generator<void> {
  database.run(
    `UPDATE indexed_source SET is_live = 0
     WHERE is_live = 1 AND base_id = ? AND source_id IN (SELECT value FROM json_each(?))`,
    baseId,
    JSON.stringify(ids),
  )
  yield
}

function* hideBase(database: Database, baseId: string): Generator<void> {
  database.run('UPDATE indexed_source SET is_live = 0 WHERE is_live = 1 AND base_id = ?', baseId)
  yield
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

function sourceOf(database: Database, passageId: number): number {
  return Number(
    database.get('SELECT source FROM passage WHERE id = ?', passageId)?.['source'] ?? -1,
  )
}

function countPassages(database: Database): number {
  return Number(database.get('SELECT sum(passages) AS count FROM indexed_source')?.['count'] ?? 0)
}
