import type { MediaPrice } from '../../../shared/mediaPrice.ts'

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
