import { z } from 'zod'
import { sourceKinds } from '../../../shared/knowledge/knowledge.ts'
import type { FoundPassage } from './knowledgeStore.ts'

/** A passage and its source, as a row of either database has them. */
export const passageRowSchema = z.object({
  id: z.number(),
  source: z.number(),
  start: z.number(),
  end: z.number(),
  page: z.number().nullable(),
  base_id: z.string(),
  source_id: z.string(),
  sha256: z.string(),
  kind: z.enum(sourceKinds),
})

/** Each database keeps these in its own way. */
interface PassageTexts {
  name: string
  headings: string[]
  text: string
}

/** Returns a passage that no search has ranked. */
export function toFoundPassage(
  row: z.output<typeof passageRowSchema>,
  { name, headings, text }: PassageTexts,
): FoundPassage {
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
    sourceName: name,
    sourceKind: row.kind,
    headings,
    text,
    ...{ wordRank: null, vectorRank: null, similarity: null, score: 0 },
  }
}
