import { z } from 'zod'
import { count } from '../../providers/answer/answerFields.ts'
import type { PictureUsage } from '../../../shared/media/hostedPictures.ts'
import type { MediaPrice } from '../../../shared/media/mediaPrice.ts'
import type { FormValues } from '../../../shared/media/mediaForm.ts'

/** US dollars per million tokens, and per picture of each quality: square, then any other shape. */
interface ImageRates {
  text: number
  imageIn: number
  imageOut: number
  each?: Readonly<Record<string, readonly [square: number, other: number]>>
}

/** OpenAI's own prices. The newer models have none that is published. */
const rates: readonly (readonly [RegExp, ImageRates])[] = [
  [/^gpt-image-2(?:-\d{4}-|$)/, { text: 5, imageIn: 8, imageOut: 30 }],
  [
    /^gpt-image-1\.5/,
    {
      text: 5,
      imageIn: 8,
      imageOut: 32,
      each: { low: [0.009, 0.013], medium: [0.034, 0.05], high: [0.133, 0.2] },
    },
  ],
  [
    /^gpt-image-1-mini/,
    {
      text: 2,
      imageIn: 2.5,
      imageOut: 8,
      each: { low: [0.005, 0.006], medium: [0.011, 0.015], high: [0.036, 0.052] },
    },
  ],
]

const million = 1_000_000
/** xAI's unit of cost: https://docs.x.ai/developers/cost-tracking */
const ticksPerDollar = 10_000_000_000

export const imageUsageSchema = z.object({
  input_tokens: count,
  input_tokens_details: z.object({ image_tokens: count, text_tokens: count }).nullish().catch(null),
  output_tokens: count,
  cost_in_usd_ticks: count,
})
export type ImageUsage = z.infer<typeof imageUsageSchema>

function ratesOf(modelId: string): ImageRates | undefined {
  return rates.find(([pattern]) => pattern.test(modelId))?.[1]
}

/**
 * Returns what a request has cost by the service's own count; null if it can't be known. Only
 * OpenAI's service has OpenAI's prices.
 */
export function imagePriceOf(
  usages: readonly ImageUsage[],
  { presetId, modelId }: { presetId: string | null; modelId: string },
): MediaPrice | null {
  const amounts = usages.map((usage) => amountOf(usage, presetId === 'openai' ? modelId : ''))
  if (amounts.length === 0 || amounts.some((amount) => amount === null)) return null
  return dollars(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0))
}

function amountOf(usage: ImageUsage, modelId: string): number | null {
  if (typeof usage.cost_in_usd_ticks === 'number') return usage.cost_in_usd_ticks / ticksPerDollar
  const found = ratesOf(modelId)
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = usage
  if (!found || typeof input !== 'number' || typeof output !== 'number') return null
  const imageIn = details?.image_tokens ?? 0
  const text = details?.text_tokens ?? Math.max(0, input - imageIn)
  return (text * found.text + imageIn * found.imageIn + output * found.imageOut) / million
}

/** Returns what pictures within an answer have cost, by the answer's own count. */
export function hostedPriceOf(
  { textTokens, imageTokens, outputTokens }: PictureUsage,
  of: { presetId: string | null; modelId: string },
): MediaPrice | null {
  const usage = {
    input_tokens: textTokens + imageTokens,
    input_tokens_details: { image_tokens: imageTokens, text_tokens: textTokens },
    output_tokens: outputTokens,
  }
  return imagePriceOf([imageUsageSchema.parse(usage)], of)
}

/** Estimates a request by the service's table of prices per picture; null where it has none. */
export function estimateImages(
  values: FormValues,
  { presetId, modelId }: { presetId: string | null; modelId: string },
): MediaPrice | null {
  const each = presetId === 'openai' ? ratesOf(modelId)?.each : undefined
  const { quality, size, n } = values
  const prices = typeof quality === 'string' ? each?.[quality] : undefined
  if (!prices || typeof size !== 'string' || size === 'auto') return null
  const [square, other] = prices
  return dollars((size === '1024x1024' ? square : other) * (typeof n === 'number' ? n : 1))
}

function dollars(amount: number): MediaPrice {
  return { amount: Math.round(amount * million) / million, currency: 'USD' }
}
