import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Embeddings } from '../provider.ts'

const textsPerRequest = 256

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().int().nonnegative() }).nullish().catch(null),
})

/** Returns the embeddings of texts, in the same order. `post` sends one request. */
export async function embed(
  modelId: string,
  texts: readonly string[],
  post: (body: object) => Promise<unknown>,
): Promise<Embeddings> {
  const vectors: number[][] = []
  let inputTokens = 0
  for (let start = 0; start < texts.length; start += textsPerRequest) {
    const input = texts.slice(start, start + textsPerRequest)
    const body = { model: modelId, input, encoding_format: 'float' as const }
    const answer = answerSchema.safeParse(await post(body))
    if (!answer.success || answer.data.data.length !== input.length) {
      throw new AppError('malformedAnswer', 'The embeddings have an unknown shape')
    }
    const sorted = answer.data.data
      .map((one, position) => ({ ...one, index: one.index ?? position }))
      .toSorted((first, second) => first.index - second.index)
    vectors.push(...sorted.map(({ embedding }) => embedding))
    inputTokens += answer.data.usage?.prompt_tokens ?? 0
  }
  return { vectors, usage: { inputTokens, outputTokens: 0 } }
}
