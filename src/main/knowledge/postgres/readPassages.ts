import { z } from 'zod'
import { passageRowSchema, toFoundPassage } from '../store/foundPassage.ts'
import type { FusedPassage } from '../store/fuseRanks.ts'
import type { FoundPassage } from '../store/knowledgeStore.ts'
import type { PostgresDatabase, Row } from './connectPostgres.ts'
import { readText } from './readText.ts'

const passageSql = `
  SELECT passage.id, passage.source, passage.start, passage."end", passage.page, passage.headings,
    source.base_id, source.source_id, source.sha256, source.name, source.kind
  FROM parley.passage JOIN parley.source ON source.number = passage.source`

const bytesSchema = z.instanceof(Uint8Array).transform((bytes) => new TextDecoder().decode(bytes))
const headingsSchema = z.array(z.string())
const rowSchema = passageRowSchema.extend({
  headings: bytesSchema.transform((json) => headingsSchema.parse(JSON.parse(json))),
  name: bytesSchema,
})

/** Reads what a search has found in the same snapshot. */
export async function readPassages(
  { query }: Pick<PostgresDatabase, 'query'>,
  found: readonly FusedPassage[],
): Promise<FoundPassage[]> {
  const ids = found.map(({ passageId }) => passageId)
  const rows = await query(`${passageSql} WHERE passage.id = ANY($1::bigint[])`, [ids])
  const passages = await Promise.all(rows.map((row) => toPassage(query, row)))
  const byId = new Map(passages.map((passage) => [passage.passageId, passage]))
  return found.flatMap((ranks) => {
    const passage = byId.get(ranks.passageId)
    return passage ? { ...passage, ...ranks } : []
  })
}

/** Returns the passages of a source around the one at an offset, in reading order. */
export async function readNeighbours(
  { query }: Pick<PostgresDatabase, 'query'>,
  source: number,
  start: number,
  count: number,
): Promise<FoundPassage[]> {
  const before = await query(
    `${passageSql} WHERE passage.source = $1 AND passage.start <= $2
     ORDER BY passage.start DESC LIMIT $3`,
    [source, start, count + 1],
  )
  const after = await query(
    `${passageSql} WHERE passage.source = $1 AND passage.start > $2
     ORDER BY passage.start LIMIT $3`,
    [source, start, count],
  )
  return Promise.all([...before.toReversed(), ...after].map((row) => toPassage(query, row)))
}

async function toPassage(query: PostgresDatabase['query'], given: Row): Promise<FoundPassage> {
  const row = rowSchema.parse(given)
  const { name, headings, source, start, end } = row
  return toFoundPassage(row, { name, headings, text: await readText(query, source, start, end) })
}
