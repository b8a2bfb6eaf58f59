import type { Usage } from '../../../shared/chat/parts.ts'
import { outputTokensOf } from './outputTokens.ts'

type Count = number | null | undefined

/** The counts that OpenAI's APIs report, under the names of each. */
interface Counts {
  /** With the tokens read from or written to a cache. */
  input: Count
  output: Count
  reasoning: Count
  total: Count
  cached: Count
  written: Count
}

export function usageOfCounts({ cached, written, ...counts }: Counts): Usage {
  const { input, reasoning } = counts
  return {
    inputTokens: input ?? 0,
    outputTokens: outputTokensOf(counts),
    ...(typeof cached === 'number' && { cachedTokens: cached }),
    ...(typeof written === 'number' && { cacheWriteTokens: written }),
    ...(typeof reasoning === 'number' && { reasoningTokens: reasoning }),
  }
}
