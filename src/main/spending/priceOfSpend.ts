import { costOf, hasKnownCost } from '../../shared/chat/costOf.ts'
import type { Usage } from '../../shared/chat/parts.ts'
import type { MediaPrice } from '../../shared/media/mediaPrice.ts'
import type { Model } from '../../shared/models.ts'

/** Amounts are whole billionths of their currency, so that sums do not drift. */
export const nanosPerUnit = 1_000_000_000

/** The amount of a request, and how certain it is. */
export type Amount =
  | { basis: 'known' | 'estimated'; nanoAmount: number; currency: string }
  | { basis: 'unknown' }

/** Returns an amount of money; unknown for one that no number of the ledger can hold. */
export function toAmount(basis: 'known' | 'estimated', { amount, currency }: MediaPrice): Amount {
  const nanoAmount = Math.round(amount * nanosPerUnit)
  if (!Number.isSafeInteger(nanoAmount) || nanoAmount < 0) return { basis: 'unknown' }
  return { basis, nanoAmount, currency }
}

/** Prices rarely change within this time; an older request may have had another price. */
const priceHoldsMs = 24 * 60 * 60 * 1000

/** A request that a model has answered. */
export interface PricedRequest {
  kind: string
  /** Milliseconds since 1970. */
  at: number
  usage: Usage | null
}

/** Returns what a request has cost by the service's counts and the model's price. */
export function priceOfSpend(
  { kind, at, usage }: PricedRequest,
  model: Pick<Model, 'modelId' | 'local' | 'price' | 'hasOwnPrice'> | undefined,
  now: number,
): Amount {
  const price = model?.price
  const hasPrice = price !== undefined && (price.input > 0 || price.output > 0)
  // A gateway on this computer lists the prices of the services behind it.
  if (model?.local && !hasPrice) return { basis: 'known', nanoAmount: 0, currency: 'USD' }
  if (!model || !price || !usage || !hasKnownCost(usage, price)) return { basis: 'unknown' }
  // Some services list 0 for a price that they don't tell.
  const isFree = model.hasOwnPrice || model.modelId.endsWith(':free')
  if (price.input === 0 && price.output === 0 && !isFree) {
    return { basis: 'unknown' }
  }
  const { inputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage
  // Some services charge more for writing to a cache, and less for reading from one; a realtime
  // session's transcription has a price of its own. Counts that contradict each other prove little.
  const isEstimate =
    (now - at > priceHoldsMs && !model.hasOwnPrice) ||
    kind === 'realtime' ||
    cacheWriteTokens > 0 ||
    (cachedTokens > 0 && price.cachedInput === undefined) ||
    cachedTokens > inputTokens
  const dollars = { amount: costOf(usage, price), currency: 'USD' }
  return toAmount(isEstimate ? 'estimated' : 'known', dollars)
}
