import type { Price } from '../../../shared/models.ts'
import type { BatchOffer } from '../../providers/requestBatches.ts'

/** Returns a model's price in batches. */
export function atBatchRate(price: Price, { discount }: Pick<BatchOffer, 'discount'>): Price {
  const factor = 1 - discount
  const { audio, cachedInput } = price
  return {
    input: price.input * factor,
    output: price.output * factor,
    ...(cachedInput !== undefined && { cachedInput: cachedInput * factor }),
    ...(audio && {
      audio: {
        input: audio.input * factor,
        output: audio.output * factor,
        ...(audio.cachedInput !== undefined && { cachedInput: audio.cachedInput * factor }),
      },
    }),
  }
}

/** Bytes of a request beside its texts, and of a token in most languages: both rather too many. */
const requestBytes = 300
const tokenBytes = 5

/** Estimates the number of batches that so many requests with so many tokens need. */
export function estimateParts(
  requests: number,
  tokens: number,
  { maxRequests, maxBytes }: BatchOffer,
): number {
  const bytes = requests * requestBytes + tokens * tokenBytes
  return Math.max(1, Math.ceil(requests / maxRequests), Math.ceil(bytes / maxBytes))
}
