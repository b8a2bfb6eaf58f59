import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'

/**
 * Tells whether a price is above the user's limit in US dollars. A price in anything else can't be
 * compared, so the user is asked. An unknown price is above the limit of 0 alone, which asks for any.
 */
export function isAboveLimit(price: MediaPrice | null, limit: number | null): boolean {
  if (limit === null) return false
  if (price === null) return limit === 0
  if (price.amount === 0) return false
  return price.currency !== 'USD' || price.amount > limit
}

/** Three times 0.1 is a little more than 0.3. */
export const rounding = 1e-9

/** So many pictures of unknown price are made in one answer before the user is asked again. */
export const maxUnknownPrices = 4

/**
 * Tells whether the requests of one answer are above the user's limit together. Those of unknown
 * price can't be summed, so they are counted.
 */
export function areAboveLimit(
  prices: readonly (MediaPrice | null)[],
  limit: number | null,
): boolean {
  if (limit === null) return false
  if (prices.some((price) => isAboveLimit(price, limit))) return true
  if (prices.filter((price) => price === null).length > maxUnknownPrices) return true
  return prices.reduce((sum, price) => sum + (price?.amount ?? 0), 0) > limit + rounding
}
