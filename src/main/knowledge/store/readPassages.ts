import { z } from 'zod'
import { sourceKinds } from '../../../shared/knowledge.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { passageHeadings } from './embeddedText.ts'
import type { FusedPassage } from './fuseRanks.ts'
import type { FoundPassage } from './knowledgeStore.ts'
import { readText } from './sourceText.ts'

const passageSql = `
  SELECT passage.id, passage.source, passage.start, passage."end", passage.page, passage.headings,
    indexed_source.base_id, indexed_source.source_id, indexed_source.sha256, indexed_source.name,
    indexed_source.kind
  FROM passage JOIN indexed_source ON indexed_source.number = passage.source`

const rowSchema = z.object({
  id: z.number(),
  source: z.number(),
  start: z.number(),
  end: z.number(),
  page: z.number().nullable(),
  headings: z.string(),
  base_id: z.string(),
  source_id: z.string(),
  sha256: z.string(),
  name: z.string(),
  kind: z.enum(sourceKinds),
})

/** Reads what a search has found; a passage that is gone meanwhile is left out. */
export function readPassages(database: Database, found: readonly FusedPassage[]): FoundPassage[] {
  return found.flatMap(({ passageId, ...ranks }) => {
    const row = database.get(`${passageSql} WHERE passage.id = ?`, passageId)
    return row ? [{ ...toPassage(database, row), ...ranks }] : []
  })
}

/** Returns the passages of a source around the one at an offset, in reading order. */
export function readNeighbours(
  database: Database,
  source: number,
  start: number,
  count: number,
): FoundPassage[] {
  const before = database.all(
    `${passageSql} WHERE passage.source = ? AND passage.start <= ?
     ORDER BY passage.start DESC LIMIT ?`,
    source,
    start,
    count + 1,
  )
  const after = database.all(
    `${passageSql} WHERE passage.source = ? AND passage.start > ? ORDER BY passage.start LIMIT ?`,
    source,
    start,
    count,
  )
  return [...before.toReversed(), ...after].map((row) => ({
    ...toPassage(database, row),
    wordRank: null,
    vectorRank: null,
    similarity: null,
    score: 0,
  }))
}

type PlainPassage = Omit<FoundPassage, 'wordRank' | 'vectorRank' | 'similarity' | 'score'>

function toPassage(database: Database, given: Row): PlainPassage {
  const row = rowSchema.parse(given)
  return {
    passageId: row.id,
    place: {
      baseId: row.base_id,
      sourceId: row.source_id,
      sha256: row.sha256,
      start: row.start,
      end: row.end,
      page: row.page,
    },
    sourceName: row.name,
    sourceKind: row.kind,
    headings: passageHeadings(row.headings),
    text: readText(database, row.source, row.start, row.end),
  }
}
