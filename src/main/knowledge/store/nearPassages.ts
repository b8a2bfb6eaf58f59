import type { Database, Row } from '../../storage/connection.ts'
import type { NearRange } from './knowledgeStore.ts'
import type { SourceSelection } from './sourceSelection.ts'
import { readText } from './sourceText.ts'
import type { FoundVector } from './vectors/searchVectors.ts'
import { wordTokens } from './words/wordTokens.ts'

/** A range covers a passage if it has so much of the shorter one of both. */
const minShare = 0.25
const passagesPerRange = 3

/**
 * Returns the passages that ranges of texts cover, in the order of the ranges. A service cuts texts
 * otherwise than Parley: of several passages in a range those with the question's words are meant.
 */
export function nearPassages(
  database: Database,
  ranges: readonly NearRange[],
  { words, allowed }: { words: string; allowed: SourceSelection['allowed'] },
): FoundVector[] {
  const found = new Map<number, number>()
  for (const range of ranges) {
    for (const passageId of passagesIn(database, range, words, allowed)) {
      if (!found.has(passageId)) found.set(passageId, range.similarity)
    }
  }
  return Array.from(found, ([passageId, similarity]) => ({ passageId, similarity }))
}

function passagesIn(
  database: Database,
  range: NearRange,
  words: string,
  allowed: SourceSelection['allowed'],
): number[] {
  const rows = database
    .all(
      `SELECT passage.id, passage.source, passage.start, passage."end", language FROM passage
       JOIN indexed_source ON indexed_source.number = passage.source
       WHERE source_id = ? AND is_live = 1 AND passage.start < ? AND passage."end" > ?
       ORDER BY passage.start`,
      ...[range.sourceId, range.end, range.start],
    )
    .filter((row) => allowed[Number(row['source'])] === 1 && isCovered(row, range))
  if (rows.length < 2) return rows.map(idOf)
  const shared = rows.map((row) => sharedWords(database, row, words))
  const most = Math.max(...shared)
  return rows
    .map((row, index) => ({ row, count: shared[index] ?? 0 }))
    .filter(({ count }) => count >= most / 2)
    .toSorted((first, second) => second.count - first.count)
    .slice(0, passagesPerRange)
    .map(({ row }) => idOf(row))
}

function idOf(row: Row): number {
  return Number(row['id'])
}

function isCovered(row: Row, { start, end }: NearRange): boolean {
  const from = Number(row['start'])
  const to = Number(row['end'])
  const overlap = Math.min(to, end) - Math.max(from, start)
  return overlap >= minShare * Math.min(to - from, end - start)
}

function sharedWords(database: Database, row: Row, words: string): number {
  const [source, start, end] = [Number(row['source']), Number(row['start']), Number(row['end'])]
  const language = String(row['language'])
  const own = new Set(wordTokens(readText(database, source, start, end), language).split(' '))
  const asked = new Set(wordTokens(words, language).split(' '))
  return [...asked].filter((token) => token !== '' && own.has(token)).length
}
