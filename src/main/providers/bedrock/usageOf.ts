import { z } from 'zod'
import type { Usage } from '../../../shared/chat/parts.ts'
import { count } from '../answer/answerFields.ts'

const countsSchema = z.object({
  /** Without tokens read from or written to the cache. */
  inputTokens: count,
  outputTokens: count,
  cacheReadInputTokens: count,
  cacheWriteInputTokens: count,
})

/** Reads Converse's token counts. */
export function usageOf(json: unknown): Usage | undefined {
  const counts = countsSchema.safeParse(json).data
  if (!counts || typeof (counts.inputTokens ?? counts.outputTokens) !== 'number') return undefined
  const {
    inputTokens,
    outputTokens,
    cacheReadInputTokens: read,
    cacheWriteInputTokens: written,
  } = counts
  return {
    inputTokens: (inputTokens ?? 0) + (read ?? 0) + (written ?? 0),
    outputTokens: outputTokens ?? 0,
    ...(typeof read === 'number' && { cachedTokens: read }),
    ...(typeof written === 'number' && { cacheWriteTokens: written }),
  }
}
