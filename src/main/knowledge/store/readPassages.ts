import { z } from 'zod'
import type { Database, Row } from '../../storage/connection.ts'
import { passageHeadings } from './embeddedText.ts'
import { passageRowSchema, toFoundPassage } from './foundPassage.ts'
import type { FusedPassage } from './fuseRanks.ts'
import type { FoundPassage } from './knowledgeStore.ts'
import { readText } from './sourceText.ts'

const passageSql = `
  SELECT passage.id, passage.source, passage.start, passage."end", passage.page, passage.headings,
    indexed_source.base_id, indexed_source.source_id, indexed_source.sha256, indexed_source.name,
    indexed_source.kind
  FROM passage JOIN indexed_source ON indexed_source.number = passage.source`

const rowSchema = passageRowSchema.extend({ headings: z.string(), name: z.string() })

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
  return [...before.toReversed(), ...after].map((row) => toPassage(database, row))
}

function toPassage(database: Database, given: Row): FoundPassage {
  const row = rowSchema.parse(given)
  const { name, source, start, end } = row
  const headings = passageHeadings(row.headings)
  return toFoundPassage(row, { name, headings, text: readText(database, source, start, end) })
}
