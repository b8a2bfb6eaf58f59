import type { Price } from '../../../shared/models.ts'
import type { Usage } from '../../../shared/chat/parts.ts'
import { formatDollars } from '../../ui/formatAmount.ts'

/**
 * Returns the approximate cost of an answer in US dollars. Tokens written to a cache count as
 * ordinary input, although some services charge a quarter more.
 */
export function costOf(usage: Usage, price: Price): number {
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens)
  const read = (usage.inputTokens - cached) * price.input
  const readCached = cached * (price.cachedInput ?? price.input)
  const said = (read + readCached + usage.outputTokens * price.output) / 1_000_000
  return said + (usage.pictureDollars ?? 0)
}

/** Tells whether all of the cost is known: that of the service's own pictures may not be. */
export function hasKnownCost({ pictureTokens = 0, pictureDollars }: Usage): boolean {
  return pictureTokens === 0 || pictureDollars !== undefined
}

const twoDigits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }

/** Formats a small amount with two significant digits: `$0.0012`. */
export function formatCost(language: string, dollars: number): string {
  return formatDollars(
    language,
    dollars,
    dollars > 0 && dollars < 1 ? twoDigits : { maximumFractionDigits: 2 },
  )
}
