import { z } from 'zod'
import { maxClaimLength, maxTextLength } from '../limits.ts'

export const baseIdSchema = z.uuid()
export const sourceIdSchema = z.uuid()

/** The place of a passage: `text.slice(start, end)` of the source with this hash is its text. */
export const passagePlaceSchema = z.object({
  baseId: baseIdSchema,
  sourceId: sourceIdSchema,
  /** The SHA-256 hash of the source's bytes, in hexadecimal. */
  sha256: z.string(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  /** The page of its first character, from 1; null without pages. */
  page: z.number().int().positive().nullable(),
})
export type PassagePlace = z.infer<typeof passagePlaceSchema>

/** A passage as it was found. */
export const citedPassageSchema = z.object({
  place: passagePlaceSchema,
  /** Its text, by which it is found again. */
  passage: z.string().max(maxTextLength),
  /** A sentence that rests on it: only what supports that is looked for. */
  claim: z.string().max(maxClaimLength).optional(),
})
export type CitedPassage = z.infer<typeof citedPassageSchema>

/** Why a search found a passage. */
export const passageRanksSchema = z.object({
  /** Its rank among the words' results, from 1; null if the words did not find it. */
  wordRank: z.number().int().positive().nullable(),
  /** Its rank and similarity (cosine) among the vectors' results. */
  vectorRank: z.number().int().positive().nullable(),
  similarity: z.number().nullable(),
  /** The reranker's score; null without one. */
  rerankScore: z.number().nullable(),
  /** The fused score that orders the hits. */
  score: z.number(),
})
export type PassageRanks = z.infer<typeof passageRanksSchema>

/** A rectangle on a page, in points from its top left corner. */
export const rectangleSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})
export type Rectangle = z.infer<typeof rectangleSchema>

/** The place of a citation in the source as it is now. */
export const locatedSchema = z.discriminatedUnion('state', [
  /** `moved` if the source has changed and the passage was found again by its text. */
  z.object({
    state: z.enum(['same', 'moved']),
    place: passagePlaceSchema,
    /** The lines of the passage on each page; empty without pages. */
    rectangles: z.array(
      z.object({ page: z.number().int().positive(), lines: z.array(rectangleSchema) }),
    ),
  }),
  /** The source no longer contains the passage. */
  z.object({ state: z.literal('changed') }),
  z.object({ state: z.literal('gone') }),
])
export type Located = z.infer<typeof locatedSchema>
