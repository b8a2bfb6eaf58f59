import { z } from 'zod'

/** The ways to send a table: each row as a request, or all as a service's batches. */
export const batchWays = ['now', 'service'] as const
export type BatchWay = (typeof batchWays)[number]

/**
 * The states of a batch at a service. `preparing` ones have not been sent; `sent` ones wait for the
 * service's first answer; `lost` ones were not found after that answer was lost.
 */
export const partStates = [
  'preparing',
  'sent',
  'validating',
  'running',
  'finalizing',
  'cancelling',
  'completed',
  'failed',
  'expired',
  'cancelled',
  'lost',
] as const

const count = z.number().int().nonnegative()

export const partSchema = z.object({
  /** From 1. */
  number: count,
  state: z.enum(partStates),
  rows: count,
  /** As the service counts them; some count at the end only. */
  done: count,
  failed: count,
})
export type BatchPart = z.infer<typeof partSchema>

/** The same requests as a service's batches. */
export const batchQuoteSchema = z.object({
  /** The estimated number of batches: a service limits each. */
  parts: count,
  /** The part of the normal price that is saved, from 0 to 1. */
  discount: z.number().min(0).max(1),
  /** US dollars for the requests, and for a million tokens of answers; null if unknown. */
  dollars: z.number().nonnegative().nullable(),
  answerPrice: z.number().nonnegative().nullable(),
  /** Days for which the service keeps requests and answers; null if unknown. */
  keptDays: count.nullable(),
  /** False if the service can't stop a batch. */
  cancellable: z.boolean(),
})
export type BatchQuote = z.infer<typeof batchQuoteSchema>
