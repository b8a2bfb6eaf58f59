import { AppError } from '../../../shared/errors.ts'
import { estimateTextTokens } from '../../../shared/estimateTextTokens.ts'
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

export function createRerank({ lookup, describe }: RerankerDependencies): Rerank {
  return async (model, query, passages, signal) => {
    const provider = await lookup(model.providerId)
    const isMade = tasksOfId(model.modelId).includes('rerank')
    if (isMade && !provider.rerank) {
      throw new AppError('notSupported', 'The provider reranks nothing', { model: model.modelId })
    }
    const { scores, usage }: Reranking =
      isMade && provider.rerank
        ? await provider.rerank(model.modelId, query, passages, signal)
        : await judgePassages(provider, model.modelId, { query, passages }, signal)
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

function estimate(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTextTokens(text), 0)
}
