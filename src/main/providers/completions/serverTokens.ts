import { z } from 'zod'
import { maxContinuationTokens } from '../../../shared/limits.ts'
import { count, text } from '../answer/answerFields.ts'
import type { ServerToken } from './alignTokens.ts'

/** Malformed numbers count as unknown, and never make an answer unreadable. */
const logprob = z.number().nullish().catch(null)
const probability = z.number().min(0).max(1).nullish().catch(null)
const bytes = z.array(z.number().int().min(0).max(255)).nullish().catch(null)

const plainTokenSchema = z.object({
  /** llama.cpp's number of the token. */
  id: count,
  token: text,
  logprob,
  /** llama.cpp's name after sampling, on a scale from 0 to 1. */
  prob: probability,
  bytes,
})
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item.nullable().catch(null)).max(maxContinuationTokens).nullish().catch(null)

/** Token as in Chat Completions, llama.cpp's and Ollama's own answers. */
export const tokensSchema = listOf(
  plainTokenSchema.extend({
    top_logprobs: listOf(plainTokenSchema),
    top_probs: listOf(plainTokenSchema),
  }),
)

export function readTokens(given: z.infer<typeof tokensSchema>): ServerToken[] {
  return (given ?? []).flatMap((token) => {
    if (!token) return []
    const others = token.top_logprobs ?? token.top_probs ?? []
    return [
      { ...readToken(token), alternatives: others.flatMap((one) => (one ? [readToken(one)] : [])) },
    ]
  })
}

function readToken(given: z.infer<typeof plainTokenSchema>): Omit<ServerToken, 'alternatives'> {
  const { prob } = given
  return {
    id: given.id ?? null,
    text: given.token ?? '',
    // Some servers give an empty list for a token whose bytes they don't know.
    bytes: given.bytes && given.bytes.length > 0 ? given.bytes : null,
    logprob: given.logprob ?? (typeof prob === 'number' ? Math.log(Math.max(prob, 1e-9)) : null),
  }
}

/** The older shape of `/completions`: lists of the same length, of which any may be shorter. */
export const oldTokensSchema = z.object({
  tokens: listOf(z.string()),
  token_logprobs: listOf(z.number()),
  top_logprobs: listOf(z.record(z.string(), z.number().nullable().catch(null))),
})

export function readOldTokens(given: z.infer<typeof oldTokensSchema>): ServerToken[] {
  return (given.tokens ?? []).map((token, index) => ({
    id: null,
    text: token ?? '\uFFFD',
    bytes: null,
    logprob: given.token_logprobs?.[index] ?? null,
    alternatives: Object.entries(given.top_logprobs?.[index] ?? {}).map(([name, value]) => ({
      id: null,
      text: name,
      bytes: null,
      logprob: value,
    })),
  }))
}
