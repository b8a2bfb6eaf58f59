import { z } from 'zod'
import { findingCodes } from './findingCodes.ts'

const count = z.number().int().nonnegative()

/** A remark about one line of a training set. */
export const findingSchema = z.object({
  code: z.enum(findingCodes),
  /** From 1; null for a remark about the whole file. */
  line: count.nullable(),
  /** The path within the line's object, such as `messages[2].role`; empty for the whole line. */
  field: z.string().max(200),
  /** The word that it is about; a key is masked. Empty if there is none. */
  value: z.string().max(200),
})
export type Finding = z.infer<typeof findingSchema>

/** The result of checking a training set line by line. */
export const setReportSchema = z.object({
  examples: count,
  bytes: count,
  /** Conversations to imitate, or pairs of a preferred and a rejected answer. */
  method: z.enum(['supervised', 'dpo']),
  /** Estimated tokens of all examples together. */
  tokens: count,
  longestTokens: count,
  /** Faults, for which a service refuses the set. */
  faults: count,
  /** The number of findings of each kind; those without any are missing. */
  counts: z.partialRecord(z.enum(findingCodes), count),
  /** The first findings of each kind. */
  findings: z.array(findingSchema),
  /** Exact duplicates: lines that say the same as an earlier one. */
  duplicates: count,
  /** True if near duplicates were only looked for among some lines, to bound the work. */
  isNearCut: z.boolean(),
})
export type SetReport = z.infer<typeof setReportSchema>
