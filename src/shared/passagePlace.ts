import { z } from 'zod'

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
