import { isDeepStrictEqual } from 'node:util'
import type { Model } from '../../../shared/models.ts'
import type { OwnPrice } from '../../../shared/spending.ts'

/** Replaces the price of a model by the user's own, if there is one. */
export function withOwnPrice(model: Model, prices: readonly OwnPrice[]): Model {
  const own = prices.find(
    ({ providerId, modelId }) => providerId === model.providerId && modelId === model.modelId,
  )
  if (!own) return model
  const { price: listed, ...rest } = model
  return {
    ...rest,
    price: own.price,
    hasOwnPrice: true,
    ...(listed && { listedPrice: listed }),
    ...(listed && !isDeepStrictEqual(listed, own.replaced) && { isListedPriceNew: true }),
  }
}
