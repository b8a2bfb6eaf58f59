import { z } from 'zod'
import { hostedPictureName } from '../../../shared/media/hostedPictures.ts'
import type { HostedPictures, PictureUsage } from '../../../shared/media/hostedPictures.ts'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Tool } from '../../tools/tool.ts'
import { rounding, maxUnknownPrices } from '../jobs/isAboveLimit.ts'
import { parametersOf } from '../../tools/parametersOf.ts'

/** The pictures that a talking model's own service makes. */
export interface HostedDrawing {
  providerName: string
  /** The user's picture model of this service, with the choices made last in its form. */
  pictures: Omit<HostedPictures, 'maximum'>
  /** Estimated price of one picture; `null` if unknown. */
  price: MediaPrice | null
  isDear: boolean
  /**
   * Price in dollars up to which one answer may make pictures without asking; `null` for no limit.
   */
  limit: number | null
  dollarsOf: (usage: PictureUsage) => number | undefined
}

/** No answer has more without another word of the user. */
const maxPictures = 10

const inputSchema = z.object({
  prompt: z.string().trim().min(1).max(32_000).describe('What the picture shows, or what changes.'),
})

/**
 * Returns the tool that asks the user whether the model's own service may make pictures. The call
 * itself makes none and costs nothing.
 */
export function hostedPictureTool(
  name: string,
  { providerId, modelId }: ModelReference,
  hosted: HostedDrawing,
): Tool {
  const { providerName, pictures, price, isDear, dollarsOf } = hosted
  const maximum = maximumOf(hosted)
  const scope = `${hostedPictureName} ${providerId} ${pictures.model ?? modelId}`
  return {
    name,
    title: 'Make a picture',
    description:
      'Makes pictures from descriptions, or changes pictures of this chat. Each costs the user money. The first call asks the user.',
    parameters: parametersOf(inputSchema),
    effect: 'outside',
    consent(_input, { earlier }) {
      const made = earlier.filter((part) => isHostedCall(part)).length
      const ask = isDear || made >= maximum ? 'always' : 'oncePerChat'
      return { ask, scope, destination: providerName, price }
    },
    run: () => {
      const text = `The user allows it. No picture is made yet: make it now with ${hostedPictureName}.`
      return Promise.resolve({ parts: [{ type: 'text', text }] })
    },
    hosted: { pictures: { ...pictures, maximum }, dollarsOf },
  }
}

function isHostedCall(part: { type: string; name?: string }): boolean {
  return part.type === 'toolCall' && part.name === hostedPictureName
}

/** Returns how many pictures cost no more together than the user wants to spend unasked. */
function maximumOf({ price, limit }: HostedDrawing): number {
  if (limit === null) return maxPictures
  if (price === null) return maxUnknownPrices
  if (price.amount === 0) return maxPictures
  return Math.min(maxPictures, Math.max(1, Math.floor(limit / price.amount + rounding)))
}
