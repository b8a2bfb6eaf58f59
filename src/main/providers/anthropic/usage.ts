import { z } from 'zod'
import type { Usage } from '../../../shared/parts.ts'

const count = z.number().int().nonnegative().nullish().catch(null)
const countsSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(null),
})

/** Adds up what an answer says of its tokens in several places, the later word over the earlier. */
export function createUsageCount(): {
  add: (json: unknown) => void
  total: () => Usage | undefined
} {
  const counts: Record<string, number> = {}
  let seen = false

  function add(json: unknown): void {
    const given = countsSchema.safeParse(json).data
    if (!given) return
    const { output_tokens_details: details, ...flat } = given
    for (const [name, value] of Object.entries({ ...flat, ...details })) {
      if (typeof value !== 'number') continue
      counts[name] = value
      seen = true
    }
  }

  function total(): Usage | undefined {
    if (!seen) return undefined
    const {
      input_tokens: input = 0,
      output_tokens: output = 0,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      thinking_tokens: reasoning,
    } = counts
    return {
      inputTokens: input + (written ?? 0) + (read ?? 0),
      outputTokens: output,
      ...(read !== undefined && { cachedTokens: read }),
      ...(written !== undefined && { cacheWriteTokens: written }),
      ...(reasoning !== undefined && { reasoningTokens: reasoning }),
    }
  }

  return { add, total }
}
