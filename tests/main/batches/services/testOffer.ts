import type { BatchOffer } from '../../../../src/main/providers/requestBatches.ts'

/** Batches of at most two requests. */
export const testOffer: BatchOffer = {
  maxRequests: 2,
  maxBytes: 1_000_000,
  discount: 0.5,
  keptDays: 30,
}
