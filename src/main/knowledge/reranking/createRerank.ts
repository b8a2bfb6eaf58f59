import { AppError } from '../../../shared/errors.ts'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import { tasksOfId } from '../../providers/openAiCompatible/tasksOfId.ts'
import type { ProviderLookup, Reranking } from '../../providers/provider.ts'
import { judgePassages } from './judgePassages.ts'

export interface Reranked {
  /** A score for each passage, in the same order; null for one that the model left out. */
  scores: (number | null)[]
  tokens: number
  /** Null if the price is unknown. */
  dollars: number | null
}

export interface RerankerDependencies {
  lookup: ProviderLookup
  describe: (model: ModelReference) => Promise<Model>
}

/**
 * Lets a model say how well passages answer a question: one made for it by the service's reranking,
 * any other by its judgement. Errors: notSupported, malformedAnswer, those of a request.
 */
export type Rerank = (
  model: ModelReference,
  query: string,
  passages: readonly string[],
  signal: AbortSignal,
) => Promise<Reranked>

/** Characters of the shortest beginnings that a model judges. */
const shortestLength = 200

export function createRerank({ lookup, describe }: RerankerDependencies): Rerank {
  return async (model, query, passages, signal) => {
    const provider = await lookup(model.providerId)
    const isMade = tasksOfId(model.modelId).includes('rerank')
    if (isMade && !provider.rerank) {
      throw new AppError('notSupported', 'The provider reranks nothing', { model: model.modelId })
    }
    const rank = (texts: readonly string[]): Promise<Reranking> =>
      isMade && provider.rerank
        ? provider.rerank(model.modelId, query, texts, signal)
        : judgePassages(provider, model.modelId, { query, passages: texts }, signal)
    const { scores, usage } = await rankBeginnings(passages, rank)
    // Some services count nothing.
    const inputTokens = usage.inputTokens || estimate([query, ...passages])
    const { price, local } = await describe(model)
    const paid =
      price && (price.input * inputTokens + price.output * usage.outputTokens) / 1_000_000
    return {
      scores,
      tokens: inputTokens + usage.outputTokens,
      dollars: local ? 0 : (paid ?? null),
    }
  }
}

/** Ranks passages, by half of the longest ones' beginning each time that they are too long. */
async function rankBeginnings(
  passages: readonly string[],
  rank: (passages: readonly string[]) => Promise<Reranking>,
): Promise<Reranking> {
  const longest = Math.max(...passages.map(({ length }) => length))
  for (let length = longest; ; length = Math.ceil(length / 2)) {
    try {
      return await rank(passages.map((text) => text.slice(0, length).toWellFormed()))
    } catch (error) {
      const isTooLong = error instanceof AppError && error.code === 'contextTooLong'
      if (!isTooLong || length <= shortestLength) throw error
    }
  }
}

function estimate(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTextTokens(text), 0)
}
