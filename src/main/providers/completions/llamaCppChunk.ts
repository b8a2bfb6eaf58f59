import { z } from 'zod'
import type { JsonObject } from '../../../shared/json.ts'
import { count, flag, text } from '../answer/answerFields.ts'
import type { CompletionChunk } from './completionReader.ts'
import { readTokens, tokensSchema } from './serverTokens.ts'

const chunkSchema = z.object({
  content: z.string(),
  stop: flag,
  stop_type: text,
  /** Older versions. */
  stopped_limit: flag,
  tokens_evaluated: count,
  tokens_predicted: count,
  completion_probabilities: tokensSchema,
})

/** Reads an event of llama.cpp's `/completion` and `/infill`. */
export function readLlamaCppChunk(json: JsonObject): CompletionChunk | undefined {
  const chunk = chunkSchema.safeParse(json).data
  if (!chunk) return undefined
  const isLast = chunk.stop === true
  const isAtLimit = chunk.stop_type === 'limit' || chunk.stopped_limit === true
  return {
    text: chunk.content,
    tokens: readTokens(chunk.completion_probabilities),
    ...(isLast && {
      finish: isAtLimit ? 'length' : 'stop',
      usage: {
        inputTokens: chunk.tokens_evaluated ?? 0,
        outputTokens: chunk.tokens_predicted ?? 0,
      },
    }),
  }
}
