import { z } from 'zod'
import type { Usage } from '../../../shared/providers.ts'

/**
 * What is read of a `chat.completion.chunk` and, as some servers don't stream, of a whole
 * `chat.completion`. Lenient: a field of another shape counts as missing.
 */
const textSchema = z.string().nullish().catch(null)
const countSchema = z.number().int().nonnegative().nullish().catch(null)

/** Mistral gives lists of parts where the others give a string. */
const contentPartSchema = z.object({
  type: textSchema,
  text: textSchema,
  thinking: z
    .union([z.string(), z.array(z.object({ text: textSchema }))])
    .nullish()
    .catch(null),
})
const contentSchema = z
  .union([z.string(), z.array(contentPartSchema)])
  .nullish()
  .catch(null)

const deltaSchema = z.object({
  content: contentSchema,
  reasoning_content: textSchema,
  reasoning: textSchema,
  refusal: textSchema,
})

const usageSchema = z
  .object({
    prompt_tokens: countSchema,
    completion_tokens: countSchema,
    prompt_tokens_details: z.object({ cached_tokens: countSchema }).nullish().catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: countSchema }).nullish().catch(null),
  })
  .nullish()
  .catch(null)

const choiceSchema = z.object({
  delta: deltaSchema.nullish().catch(null),
  message: deltaSchema.nullish().catch(null),
  finish_reason: textSchema,
})

export const chunkSchema = z.object({
  id: textSchema,
  choices: z.array(choiceSchema).nullish(),
  usage: usageSchema,
  x_groq: z.object({ usage: usageSchema }).nullish().catch(null),
  error: z.unknown().optional(),
})
export type Chunk = z.infer<typeof chunkSchema>

export interface Delta {
  text: string
  reasoning: string
}

/** What a chunk adds. Only one choice is ever asked for. */
export function deltaOf(chunk: Chunk): Delta {
  const choice = chunk.choices?.[0]
  const delta = choice?.delta ?? choice?.message
  if (!delta) return { text: '', reasoning: '' }
  const given = delta.reasoning_content ?? delta.reasoning ?? ''
  const parts = typeof delta.content === 'string' ? [{ text: delta.content }] : delta.content
  let text = delta.refusal ?? ''
  let reasoning = given
  for (const part of parts ?? []) {
    text += part.text ?? ''
    if ('thinking' in part) reasoning += thinkingText(part.thinking)
  }
  return { text, reasoning }
}

function thinkingText(thinking: z.infer<typeof contentPartSchema>['thinking']): string {
  if (typeof thinking === 'string') return thinking
  return (thinking ?? []).map((piece) => piece.text ?? '').join('')
}

export function usageOf(chunk: Chunk): Usage | undefined {
  const usage = chunk.usage ?? chunk.x_groq?.usage
  if (!usage) return undefined
  const cached = usage.prompt_tokens_details?.cached_tokens
  const reasoning = usage.completion_tokens_details?.reasoning_tokens
  return {
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
    ...(typeof cached === 'number' && { cachedTokens: cached }),
    ...(typeof reasoning === 'number' && { reasoningTokens: reasoning }),
  }
}
