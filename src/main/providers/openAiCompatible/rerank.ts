import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Reranking } from '../provider.ts'

const tokens = z.number().int().nonnegative().nullish().catch(null)
const scored = z.array(
  z.union([
    z.object({ index: z.number().int().nonnegative(), relevance_score: z.number() }),
    z
      .object({ index: z.number().int().nonnegative(), score: z.number() })
      .transform(({ index, score }) => ({ index, relevance_score: score })),
  ]),
)
const usageSchema = z.object({ total_tokens: tokens, prompt_tokens: tokens }).nullish().catch(null)

/** Cohere, Jina, vLLM, llama.cpp and others say `results`, Voyage says `data`. */
const answerSchema = z.union([
  z.object({ results: scored, usage: usageSchema }),
  z
    .object({ data: scored, usage: usageSchema })
    .transform(({ data, usage }) => ({ results: data, usage })),
])

/**
 * Lets a model score how well texts answer a question. `post` sends the request, which has only the
 * fields that all services know. Errors: malformedAnswer.
 */
export async function rerank(
  { modelId, query, texts }: { modelId: string; query: string; texts: readonly string[] },
  post: (body: object) => Promise<unknown>,
): Promise<Reranking> {
  const answer = answerSchema.safeParse(await post({ model: modelId, query, documents: texts }))
  const scores = texts.map((): number | null => null)
  for (const { index, relevance_score: score } of answer.data?.results ?? []) {
    if (index < scores.length) scores[index] = score
  }
  if (!answer.success || (texts.length > 0 && scores.every((score) => score === null))) {
    throw new AppError('malformedAnswer', 'The reranking has an unknown shape')
  }
  const { usage } = answer.data
  const inputTokens = usage?.total_tokens ?? usage?.prompt_tokens ?? 0
  return { scores, usage: { inputTokens, outputTokens: 0 } }
}
