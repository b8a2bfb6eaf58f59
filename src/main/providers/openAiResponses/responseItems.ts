import { z } from 'zod'
import type { Usage } from '../../../shared/chat/parts.ts'
import type { PictureUsage } from '../../../shared/media/hostedPictures.ts'
import { usageOfCounts } from '../answer/usageOfCounts.ts'
import { count, text } from '../answer/answerFields.ts'

const annotationSchema = z.object({
  type: text,
  url: text,
  title: text,
  filename: text,
  file_id: text,
})
export type Annotation = z.infer<typeof annotationSchema>

const contentSchema = z.looseObject({
  type: text,
  text,
  refusal: text,
  annotations: z.array(annotationSchema).nullish().catch(null),
})

export const itemSchema = z.looseObject({
  type: z.string(),
  id: text,
  call_id: text,
  name: text,
  arguments: z.unknown().optional(),
  input: z.unknown().optional(),
  encrypted_content: text,
  status: text,
  result: text,
  revised_prompt: text,
  size: text,
  quality: text,
  action: z.unknown().optional(),
  error: z.object({ message: text, code: text }).nullish().catch(null),
  output: z.unknown().optional(),
  output_format: text,
  execution: text,
  environment: z.object({ type: text }).nullish().catch(null),
  content: z.array(contentSchema).nullish().catch(null),
  summary: z.array(z.object({ text })).nullish().catch(null),
})
export type Item = z.infer<typeof itemSchema>

const usageSchema = z
  .object({
    input_tokens: count,
    output_tokens: count,
    total_tokens: count,
    input_tokens_details: z
      .object({ cached_tokens: count, cache_write_tokens: count })
      .nullish()
      .catch(null),
    output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null)

export const responseSchema = z.object({
  id: text,
  status: text,
  error: z.unknown().optional(),
  incomplete_details: z.object({ reason: text }).nullish().catch(null),
  output: z.array(z.unknown()).nullish().catch(null),
  usage: usageSchema,
  tool_usage: z
    .object({
      image_gen: z.object({
        input_tokens: count,
        input_tokens_details: z
          .object({ image_tokens: count, text_tokens: count })
          .nullish()
          .catch(null),
        output_tokens: count,
      }),
    })
    .nullish()
    .catch(null),
})
export type ToolUsage = z.infer<typeof responseSchema>['tool_usage']

/**
 * An event of the stream. Lenient, because compatible services deviate: a malformed field counts as
 * missing.
 */
export const eventSchema = z.looseObject({
  type: text,
  item_id: text,
  output_index: z.number().nullish().catch(null),
  summary_index: z.number().nullish().catch(null),
  delta: text,
  text,
  arguments: text,
  input: text,
  item: itemSchema.nullish().catch(null),
  annotation: annotationSchema.nullish().catch(null),
  partial_image_b64: text,
  output_format: text,
  response: responseSchema.nullish().catch(null),
})
export type ResponseEvent = z.infer<typeof eventSchema>

export function usageOf(usage: z.infer<typeof usageSchema>): Usage | undefined {
  if (!usage) return undefined
  return usageOfCounts({
    input: usage.input_tokens,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
    total: usage.total_tokens,
    cached: usage.input_tokens_details?.cached_tokens,
    written: usage.input_tokens_details?.cache_write_tokens,
  })
}

/** Returns what the service's own pictures took; undefined if it made none. */
export function pictureUsageOf(usage: ToolUsage): PictureUsage | undefined {
  if (!usage) return undefined
  const { input_tokens: input, input_tokens_details: details, output_tokens } = usage.image_gen
  const imageTokens = details?.image_tokens ?? 0
  const textTokens = details?.text_tokens ?? Math.max(0, (input ?? 0) - imageTokens)
  const outputTokens = output_tokens ?? 0
  if (imageTokens + textTokens + outputTokens === 0) return undefined
  return { textTokens, imageTokens, outputTokens }
}
