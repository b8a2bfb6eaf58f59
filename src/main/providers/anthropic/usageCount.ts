import { z } from 'zod'
import type { Usage } from '../../../shared/chat/parts.ts'
import { count, text } from '../answer/answerFields.ts'

const flatSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
})
const countsSchema = flatSchema.extend({
  /** The model's runs for one answer, including those that summarise earlier context. */
  iterations: z
    .array(flatSchema.extend({ type: text }))
    .nullish()
    .catch(null),
  output_tokens_details: z.object({ thinking_tokens: count }).nullish().catch(null),
})

/**
 * Combines the token counts that an answer reports in several places. Later values override earlier
 * ones.
 */
export function createUsageCount(): {
  add: (json: unknown) => void
  total: () => Usage | undefined
} {
  const counts: Record<string, number> = {}
  let seen = false

  function add(json: unknown): void {
    const given = countsSchema.safeParse(json).data
    if (!given) return
    const { output_tokens_details: details, iterations, ...flat } = given
    for (const [name, value] of Object.entries({ ...flat, ...details })) {
      if (typeof value !== 'number') continue
      counts[name] = value
      seen = true
    }
    // The total omits some of the runs.
    for (const [name, value] of sumOf(iterations ?? [])) {
      counts[name] = Math.max(counts[name] ?? 0, value)
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

type Iteration = NonNullable<z.infer<typeof countsSchema>['iterations']>[number]

function sumOf(iterations: readonly Iteration[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { type, ...counts } of iterations) {
    // An advisor is a different model with different prices.
    if (type === 'advisor_message') continue
    for (const [name, value] of Object.entries(counts)) {
      if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value)
    }
  }
  return sums
}
