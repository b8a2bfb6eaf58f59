import { z } from 'zod'
import table from '../../../../../resources/falSketchModels.json' with { type: 'json' }
import { AppError } from '../../../../shared/errors.ts'
import type { SketchPrice } from '../../../../shared/media/sketch.ts'
import { onFirstUse } from '../../../../shared/onFirstUse.ts'
import { parseOnce } from '../../../../shared/parseOnce.ts'
import { toBase64, toDataUrl } from '../../../providers/request/dataUrl.ts'
import type { Sketch, SketchService } from '../../sketch/sketchService.ts'
import type { FalAccount, FalApi } from '../falApi.ts'
import type { FalPrices, FalUnitPrice } from '../falPrices.ts'

/** The fields of the realtime applications that take a drawing. */
const shippedSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    sidePixels: z.number(),
    quality: z.number(),
    /** The field for the drawing. */
    picture: z.string(),
    strength: z.object({ name: z.string(), default: z.number() }).nullable(),
    /** Fields that are the same for each drawing. */
    input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
)
type FalSketchModel = z.output<typeof shippedSchema>[number]
const shipped = onFirstUse(() => parseOnce(shippedSchema, table))

export interface FalSketchOptions {
  api: FalApi
  prices: Pick<FalPrices, 'unit'>
  /** The variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  proxyEnvironment?: NodeJS.ProcessEnv
}

/** Creates live sketches by fal's realtime applications. */
export function createFalSketch(
  { id: providerId, name: providerName }: Pick<FalAccount, 'id' | 'name'>,
  { api, prices, proxyEnvironment }: FalSketchOptions,
): SketchService {
  function find(modelId: string): FalSketchModel {
    const model = shipped().find(({ id }) => id === modelId)
    if (model) return model
    throw new AppError('modelNotFound', 'No realtime model has this id', { model: modelId })
  }

  return {
    get models() {
      return shipped().map(({ id: modelId, name, sidePixels, quality, strength }) => ({
        ...{ providerId, providerName, modelId, name, sidePixels, quality },
        strength: strength?.default ?? null,
      }))
    },
    async price(modelId, signal) {
      const { id, sidePixels } = find(modelId)
      const unit = await prices.unit(id, signal)
      return unit && toSketchPrice(unit, sidePixels)
    },
    async connect(modelId, events) {
      const model = find(modelId)
      // A start does not need it.
      const { connectFalSketch } = await import('./connectFalSketch.ts')
      return connectFalSketch(
        { api, provider: providerName, endpoint: model.id, proxyEnvironment },
        (sketch) => ({
          ...inputFields(model, sketch),
          [model.picture]: toDataUrl('image/jpeg', toBase64(sketch.drawing)),
        }),
        events,
      )
    },
    values(modelId, sketch, drawing) {
      const model = find(modelId)
      return { ...inputFields(model, sketch), [model.picture]: [drawing] }
    },
  }
}

/** Returns all fields of a sketch but its drawing. */
function inputFields({ input, strength }: FalSketchModel, sketch: Sketch) {
  const { prompt, seed } = sketch
  const chosen = strength && { [strength.name]: sketch.strength ?? strength.default }
  return { ...input, prompt, seed, ...chosen }
}

/** Returns the price of a picture or of a second; null for a unit that tells neither. */
function toSketchPrice(
  { unit, unit_price: amount, currency }: FalUnitPrice,
  sidePixels: number,
): SketchPrice | null {
  if (/^images?$/.test(unit)) return { amount, currency, unit: 'image' }
  if (/^(?:compute )?seconds?$/.test(unit)) return { amount, currency, unit: 'second' }
  if (!/^megapixels?$/.test(unit)) return null
  return { amount: (amount * sidePixels ** 2) / 1_000_000, currency, unit: 'image' }
}
