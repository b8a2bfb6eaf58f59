import { z } from 'zod'
import type { Usage } from '../../../shared/parts.ts'
import { usageOfCounts } from '../usageOfCounts.ts'
import { count, text } from '../answerFields.ts'

const annotationSchema = z.object({
  type: text,
  url: text,
  title: text,
  filename: text,
  file_id: text,
})
export type Annotation = z.infer<typeof annotationSchema>

const contentSchema = z.object({
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
})

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
