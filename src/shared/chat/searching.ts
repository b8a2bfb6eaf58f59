import { z } from 'zod'
import { method, nothing } from '../ipc/define.ts'
import { maxQueryLength, maxSavedSearches, maxSearchNameLength } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'

/** A day of the user's calendar as 2026-11-30. */
const daySchema = z.iso.date()

const searchTimeSchema = z.discriminatedUnion('kind', [
  /** This many days up to today; 1 is today alone. */
  z.object({ kind: z.literal('last'), days: z.number().int().min(1).max(3660) }),
  /** From the first day to the last, both included; null leaves an end open. */
  z.object({
    kind: z.literal('between'),
    first: daySchema.nullable(),
    last: daySchema.nullable(),
  }),
])
export type SearchTime = z.infer<typeof searchTimeSchema>

/** Conditions that a found message meets. A null asks for nothing. */
export const searchFiltersSchema = z.object({
  from: z.enum(['user', 'assistant']).nullable().default(null),
  time: searchTimeSchema.nullable().default(null),
  /** The model that wrote the message. */
  model: modelReferenceSchema.nullable().default(null),
  /** The assistant that the message's chat has now. */
  assistantId: z.uuid().nullable().default(null),
  hasFile: z.boolean().default(false),
})
export type SearchFilters = z.infer<typeof searchFiltersSchema>

/** A message of one chat that a search within it has found. */
export const foundMessageSchema = z.object({
  id: z.uuid(),
  /** The number of matches in each displayed part of the message, in order. */
  parts: z.array(
    z.object({ kind: z.enum(['text', 'reasoning']), count: z.number().int().nonnegative() }),
  ),
})
export type FoundMessage = z.infer<typeof foundMessageSchema>

const savedSearchSchema = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1).max(maxSearchNameLength),
  /** Empty if the filters are all. */
  query: z.string().max(maxQueryLength),
  filters: searchFiltersSchema,
})
export type SavedSearch = z.infer<typeof savedSearchSchema>

const savedSearchesSchema = z.array(savedSearchSchema).max(maxSavedSearches)

export const searchingMethods = {
  /** Returns the models that have written messages, by service and name. */
  searchModels: method(nothing, z.array(modelReferenceSchema)),
  /** Returns the saved searches in no particular order. */
  savedSearches: method(nothing, savedSearchesSchema),
  /** Saves a search, or replaces the one with this id. Returns all. Errors: badInput if there are too many. */
  saveSearch: method(savedSearchSchema, savedSearchesSchema),
  /** Removes a saved search; a missing one counts as removed. Returns the others. */
  removeSearch: method(z.object({ id: z.uuid() }), savedSearchesSchema),
}
