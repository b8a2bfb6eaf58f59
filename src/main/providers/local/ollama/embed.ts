import { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import type { LocalOptions } from '../../../../shared/providers.ts'
import type { Embeddings } from '../../provider.ts'
import type { NativeApi } from '../nativeApi.ts'
import { keepAliveOf } from './chatBody.ts'

/** A server without a graphics card embeds some texts a second: small requests show progress. */
const textsPerRequest = 32

const answerSchema = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.number().int().nonnegative().nullish().catch(null),
})

export interface OllamaEmbedOptions {
  api: NativeApi
  localOptions: LocalOptions
  timeoutMilliseconds: number
}

/**
 * Embeds by `POST /api/embed`, which keeps the model in memory as the user chose. A text that is
 * too long for the model is refused, because a server that cuts it says nothing of the rest.
 * Errors: contextTooLong, malformedAnswer, those of a request. https://docs.ollama.com/api/embed
 */
export async function embedByOllama(
  modelId: string,
  texts: readonly string[],
  signal: AbortSignal,
  { api, localOptions, timeoutMilliseconds }: OllamaEmbedOptions,
): Promise<Embeddings> {
  const vectors: number[][] = []
  let inputTokens = 0
  for (let start = 0; start < texts.length; start += textsPerRequest) {
    const input = texts.slice(start, start + textsPerRequest)
    const body = { model: modelId, input, truncate: false, ...keepAliveOf(localOptions) }
    const json = await api.json('/api/embed', {
      ...{ method: 'POST', body, signal, model: modelId, timeoutMilliseconds },
    })
    const answer = answerSchema.safeParse(json)
    if (!answer.success || answer.data.embeddings.length !== input.length) {
      throw new AppError('malformedAnswer', 'The embeddings have an unknown shape')
    }
    vectors.push(...answer.data.embeddings)
    inputTokens += answer.data.prompt_eval_count ?? 0
  }
  return { vectors, usage: { inputTokens, outputTokens: 0 } }
}
