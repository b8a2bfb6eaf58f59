import { z } from 'zod'
import type { Usage } from '../../../shared/chat/parts.ts'
import { usageOfCounts } from '../answer/usageOfCounts.ts'
import { count, integer, text } from '../answer/answerFields.ts'

/** Mistral sends lists of parts instead of strings. */
const contentPartSchema = z.looseObject({
  type: text,
  text,
  thinking: z
    .union([z.string(), z.array(z.object({ text }))])
    .nullish()
    .catch(null),
})
const contentSchema = z
  .union([z.string(), z.array(contentPartSchema), contentPartSchema.transform((part) => [part])])
  .nullish()
  .catch(null)

const functionSchema = z
  .object({ name: text, arguments: z.unknown().optional() })
  .nullish()
  .catch(null)
const toolCallSchema = z.object({
  index: integer,
  id: text,
  function: functionSchema,
  custom: z.object({ name: text, input: z.unknown().optional() }).nullish().catch(null),
  /** Google requires this back with the call. */
  extra_content: z
    .object({ google: z.object({ thought_signature: text }).nullish() })
    .nullish()
    .catch(null),
})
export type ToolCallDelta = z.infer<typeof toolCallSchema>

const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.union([item, z.null().catch(null)]))
    .nullish()
    .catch(null)

const pageSchema = z.object({ url: text, title: text, content: text })
const annotationSchema = pageSchema.extend({ url_citation: pageSchema.nullish().catch(null) })
const deltaSchema = z.object({
  content: contentSchema,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: z.unknown().optional(),
  refusal: text,
  tool_calls: listOf(toolCallSchema),
  function_call: functionSchema,
  annotations: listOf(annotationSchema),
  images: listOf(z.union([z.string(), z.looseObject({})])),
  audio: z.object({ transcript: text, data: text }).nullish().catch(null),
})
export type Delta = z.infer<typeof deltaSchema>

const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    total_tokens: count,
    prompt_tokens_details: z
      .object({ cached_tokens: count, cache_write_tokens: count })
      .nullish()
      .catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    prompt_cache_hit_tokens: count,
  })
  .nullish()
  .catch(null)

const choiceSchema = z.object({
  delta: deltaSchema.nullish().catch(null),
  message: deltaSchema.nullish().catch(null),
  finish_reason: text,
})

const searchResultSchema = z.object({ url: text, title: text, snippet: text })

/**
 * The fields read from a `chat.completion.chunk`, or from a whole `chat.completion` of servers that
 * don't stream. A malformed field counts as missing.
 */
export const chunkSchema = z.object({
  id: text,
  choices: z.array(choiceSchema).nullish(),
  usage: usageSchema,
  x_groq: z.object({ usage: usageSchema }).nullish().catch(null),
  citations: listOf(z.string()),
  search_results: listOf(searchResultSchema),
})
export type Chunk = z.infer<typeof chunkSchema>

/** Returns the text and reasoning of a delta, without its calls and pictures. */
export function saidBy(delta: Delta): { text: string; reasoning: string } {
  const given = delta.reasoning_content || delta.reasoning || ''
  const parts = contentParts(delta)
  let said = (delta.refusal ?? '') + (delta.audio?.transcript ?? '')
  let reasoning = given
  if (typeof delta.content === 'string') said += delta.content
  for (const part of parts) {
    said += part.text ?? ''
    reasoning += thinkingText(part.thinking)
  }
  return { text: said, reasoning }
}

/** Returns the content of a delta that is no plain text. */
export function contentParts({ content }: Delta): z.infer<typeof contentPartSchema>[] {
  return typeof content === 'string' ? [] : (content ?? [])
}

function thinkingText(thinking: z.infer<typeof contentPartSchema>['thinking']): string {
  if (typeof thinking === 'string') return thinking
  return (thinking ?? []).map((piece) => piece.text ?? '').join('')
}

export function usageOf(chunk: Chunk): Usage | undefined {
  const usage = chunk.usage ?? chunk.x_groq?.usage
  if (!usage) return undefined
  return usageOfCounts({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens,
    total: usage.total_tokens,
    cached: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens,
    written: usage.prompt_tokens_details?.cache_write_tokens,
  })
}
