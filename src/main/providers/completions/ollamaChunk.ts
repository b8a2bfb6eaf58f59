import { z } from 'zod'
import type { JsonObject } from '../../../shared/json.ts'
import { count, flag, text } from '../answer/answerFields.ts'
import type { CompletionChunk } from './completionReader.ts'
import { readTokens, tokensSchema } from './serverTokens.ts'

const chunkSchema = z.object({
  response: z.string(),
  done: flag,
  done_reason: text,
  prompt_eval_count: count,
  eval_count: count,
  logprobs: tokensSchema,
})

/** Reads a line of Ollama's `/api/generate`. */
export function readOllamaChunk(json: JsonObject): CompletionChunk | undefined {
  const chunk = chunkSchema.safeParse(json).data
  if (!chunk) return undefined
  return {
    text: chunk.response,
    tokens: readTokens(chunk.logprobs),
    ...(chunk.done === true && {
      finish: chunk.done_reason === 'length' ? 'length' : 'stop',
      usage: { inputTokens: chunk.prompt_eval_count ?? 0, outputTokens: chunk.eval_count ?? 0 },
    }),
  }
}
