import type { MediaPrice } from '../../../shared/mediaPrice.ts'

/**
 * Tells whether a price is above the user's limit in US dollars. A price in anything else can't be
 * compared, so the user is asked. An unknown price is shown as unknown and is above no limit.
 */
export function isAboveLimit(price: MediaPrice | null, limit: number | null): boolean {
  if (price === null || limit === null || price.amount === 0) return false
  return price.currency !== 'USD' || price.amount > limit
}
