import { z } from 'zod'
import type { JsonObject } from '../../../shared/json.ts'
import { count, text } from '../answer/answerFields.ts'
import { usageOfCounts } from '../answer/usageOfCounts.ts'
import type { CompletionChunk } from './completionReader.ts'
import { oldTokensSchema, readOldTokens, readTokens, tokensSchema } from './serverTokens.ts'

const logprobsSchema = oldTokensSchema.extend({ content: tokensSchema }).nullish().catch(null)
const messageSchema = z.object({ content: text }).nullish().catch(null)

const chunkSchema = z.object({
  choices: z.array(
    z.object({
      text,
      /** Mistral answers as in Chat Completions. */
      delta: messageSchema,
      message: messageSchema,
      logprobs: logprobsSchema,
      finish_reason: text,
    }),
  ),
  usage: z
    .object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
    .nullish()
    .catch(null),
})

/** Reads an event or a whole answer of OpenAI's `/completions`, with both shapes of probabilities. */
export function readOpenAiChunk(json: JsonObject): CompletionChunk | undefined {
  const parsed = chunkSchema.safeParse(json).data
  if (!parsed) return undefined
  const choice = parsed.choices[0]
  const { logprobs, finish_reason: reason } = choice ?? {}
  const { usage } = parsed
  return {
    text: choice?.text ?? choice?.delta?.content ?? choice?.message?.content ?? '',
    tokens: logprobs
      ? logprobs.content
        ? readTokens(logprobs.content)
        : readOldTokens(logprobs)
      : [],
    ...(reason && { finish: finishOf(reason) }),
    ...(usage && {
      usage: usageOfCounts({
        input: usage.prompt_tokens,
        output: usage.completion_tokens,
        total: usage.total_tokens,
        reasoning: undefined,
        cached: undefined,
        written: undefined,
      }),
    }),
  }
}

function finishOf(reason: string): NonNullable<CompletionChunk['finish']> {
  if (reason === 'length') return 'length'
  return reason === 'content_filter' ? 'contentFilter' : 'stop'
}
