import { z } from 'zod'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import type { FormValues } from '../../../shared/media/mediaForm.ts'
import { withoutStream } from '../../providers/fal/falAddresses.ts'
import type { FalApi } from './falApi.ts'

const priceSchema = z.object({
  endpoint_id: z.string(),
  unit_price: z.number().nonnegative(),
  unit: z.string(),
  currency: z.string().min(1).max(10).catch('USD'),
})
export type FalUnitPrice = z.infer<typeof priceSchema>
const estimateSchema = z.object({
  total_cost: z.number().nonnegative(),
  currency: z.string().min(1).max(10).catch('USD'),
})

const cacheMilliseconds = 24 * 60 * 60 * 1000

/** Prices of fal's endpoints. A stream has that of its endpoint. */
export interface FalPrices {
  /** Estimates a job; null if nobody can. Errors: those of a request. */
  estimate: (
    endpoint: string,
    values: FormValues,
    signal: AbortSignal,
  ) => Promise<MediaPrice | null>
  /** Returns the price of one unit, and its name; null if fal has none. Errors: those of a request. */
  unit: (endpoint: string, signal: AbortSignal) => Promise<FalUnitPrice | null>
  /** Returns the price of what fal has counted; null if unknown. */
  counted: (endpoint: string, units: number) => Promise<MediaPrice | null>
}

export function createFalPrices(api: FalApi, now: () => number = Date.now): FalPrices {
  const cache = new Map<string, { at: number; price: FalUnitPrice | null }>()

  async function unitPrice(asked: string, signal: AbortSignal): Promise<FalUnitPrice | null> {
    const endpoint = withoutStream(asked)
    const known = cache.get(endpoint)
    if (known && now() - known.at < cacheMilliseconds) return known.price
    const query = new URLSearchParams({ endpoint_id: endpoint }).toString()
    const json = await api.read(`${api.addresses.platform}/models/pricing?${query}`, { signal })
    const { prices } = z.object({ prices: z.array(priceSchema).catch([]) }).parse(json)
    const price = prices.find(({ endpoint_id: id }) => id === endpoint) ?? null
    cache.set(endpoint, { at: now(), price })
    return price
  }

  return {
    unit: unitPrice,
    async estimate(endpoint, values, signal) {
      const price = await unitPrice(endpoint, signal)
      const quantity = price && quantityOf(price.unit, values)
      if (price && quantity)
        return { amount: quantity * price.unit_price, currency: price.currency }
      // A price per "units" says nothing: what such calls have cost does.
      const json = await api.read(`${api.addresses.platform}/models/pricing/estimate`, {
        ...{ method: 'POST', signal },
        body: {
          estimate_type: 'historical_api_price',
          endpoints: { [withoutStream(endpoint)]: { call_quantity: 1 } },
        },
      })
      const { total_cost: amount, currency } = estimateSchema.parse(json)
      return { amount, currency }
    },
    async counted(endpoint, units) {
      if (!Number.isFinite(units) || units < 0) return null
      const price = await unitPrice(endpoint, AbortSignal.timeout(10_000))
      return price && { amount: units * price.unit_price, currency: price.currency }
    },
  }
}

/** Returns how many units a job takes; undefined if the values do not tell. */
function quantityOf(unit: string, values: FormValues): number | undefined {
  const count = Number(values['num_images'] ?? 1)
  if (!Number.isFinite(count)) return undefined
  if (/^images?$/.test(unit)) return count
  if (/^megapixels?$/.test(unit)) {
    const size = z.object({ width: z.number(), height: z.number() }).safeParse(values['image_size'])
    return size.success ? (count * size.data.width * size.data.height) / 1_000_000 : undefined
  }
  if (!/^seconds?$/.test(unit)) return undefined
  const { duration } = values
  const seconds = typeof duration === 'string' ? Number.parseFloat(duration) : Number(duration)
  return Number.isFinite(seconds) ? seconds : undefined
}
