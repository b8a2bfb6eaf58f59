import { mediaPriceSchema, type MediaPrice } from '../../../shared/media/mediaPrice.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Database } from '../../storage/connection.ts'

export interface Spent {
  /** One a currency. */
  prices: MediaPrice[]
  /** The jobs whose price nobody told. */
  unpriced: number
  jobs: number
}

/** Sums up what the jobs since a time have cost. Those that were not sent cost nothing. */
export function sumPrices(database: Database, since: number): Spent {
  const amounts = new Map<string, number>()
  let unpriced = 0
  let jobs = 0
  const rows = database.iterate(
    'SELECT price, estimate FROM media_job WHERE submitted_at >= ? AND posts > 0',
    since,
  )
  for (const row of rows) {
    jobs++
    const price = priceOf(row['price']) ?? freeOf(row['estimate'])
    if (price) amounts.set(price.currency, (amounts.get(price.currency) ?? 0) + price.amount)
    else unpriced++
  }
  const prices = [...amounts].map(([currency, amount]) => ({ amount, currency }))
  return { prices, unpriced, jobs }
}

function priceOf(stored: unknown): MediaPrice | undefined {
  return mediaPriceSchema.safeParse(parseJson(typeof stored === 'string' ? stored : 'null')).data
}

/** A service that is free tells no price of what it did not finish. */
function freeOf(estimate: unknown): MediaPrice | undefined {
  const price = priceOf(estimate)
  return price?.amount === 0 ? price : undefined
}

/** Returns the first moment of the month that the user's clock shows. */
export function startOfMonth(now: Date = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), 1).getTime()
}
