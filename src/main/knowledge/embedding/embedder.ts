import { AppError } from '../../../shared/errors.ts'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { EmbeddingPurpose, ProviderLookup } from '../../providers/provider.ts'
import { checkVectors } from './checkVectors.ts'
import { meanVector } from './meanVector.ts'
import { halveText, splitText } from './splitText.ts'

export interface Embedded {
  /** One for each text, in the same order, all with as many dimensions. */
  vectors: Float32Array[]
  /** In how many parts each text was embedded: more than one if the model reads less at once. */
  parts: number[]
  tokens: number
  /** Null if the price is unknown. */
  dollars: number | null
}

export interface EmbedderDependencies {
  lookup: ProviderLookup
  describe: (model: ModelReference) => Promise<Model>
}

interface EmbedOptions {
  purpose: EmbeddingPurpose
  signal: AbortSignal
}

/** Makes vectors with any provider's model. */
export interface Embedder {
  /**
   * Embeds a batch of passages, or a question. The vector of a text that the model does not read at
   * once is the mean of its parts' vectors. Errors: embeddingMismatch, notSupported, those of a
   * request.
   */
  embed: (
    model: ModelReference,
    texts: readonly string[],
    options: EmbedOptions,
  ) => Promise<Embedded>
  /** Returns what a number of tokens costs; null if the price is unknown. */
  dollarsOf: (model: ModelReference, tokens: number) => Promise<number | null>
}

/** Refusals that a shorter request may not meet. */
const tooLongCodes = ['contextTooLong', 'badRequest', 'unprocessable', 'tooHeavy'] as const

export function createEmbedder({ lookup, describe }: EmbedderDependencies): Embedder {
  /** Estimated tokens of the shortest text that a model has refused as too long, by model. */
  const refused = new Map<string, number>()

  const embed: Embedder['embed'] = async (model, texts, options) => {
    const limit = refused.get(keyOf(model)) ?? Infinity
    const split = texts.map((text) => splitText(text, limit))
    if (split.some(({ length }) => length > 1)) return embedParts(model, split, options)
    try {
      return await request(model, texts, options)
    } catch (error) {
      const failure = asMismatch(error, model)
      if (!isTooLong(failure)) throw failure
      const [only, next] = texts
      if (only !== undefined && next === undefined) {
        const halves = halveText(only)
        if (!halves) throw failure
        // Any other code may have another reason.
        if (failure.code === 'contextTooLong') learn(model, only)
        return embedParts(model, [halves], options)
      }
      const half = Math.ceil(texts.length / 2)
      const first = await embed(model, texts.slice(0, half), options)
      return join(first, await embed(model, texts.slice(half), options))
    }
  }

  function learn(model: ModelReference, text: string): void {
    const known = refused.get(keyOf(model)) ?? Infinity
    refused.set(keyOf(model), Math.min(known, estimateTextTokens(text)))
  }

  /** Embeds texts by their parts. */
  async function embedParts(
    model: ModelReference,
    texts: readonly (readonly string[])[],
    options: EmbedOptions,
  ): Promise<Embedded> {
    const embedded = await embed(model, texts.flat(), options)
    let start = 0
    const merged = texts.map((pieces) => {
      const end = start + pieces.length
      const vectors = embedded.vectors.slice(start, end)
      const parts = embedded.parts.slice(start, end).reduce((sum, count) => sum + count, 0)
      start = end
      return { vector: meanVector(vectors, pieces), parts }
    })
    return {
      ...embedded,
      vectors: merged.map(({ vector }) => vector),
      parts: merged.map(({ parts }) => parts),
    }
  }

  async function request(
    model: ModelReference,
    texts: readonly string[],
    { signal, purpose }: EmbedOptions,
  ): Promise<Embedded> {
    const provider = await lookup(model.providerId)
    if (!provider.embed) {
      throw new AppError('notSupported', 'The provider embeds nothing', { model: model.modelId })
    }
    const { vectors, usage } = await provider.embed(model.modelId, texts, signal, purpose)
    const tokens = usage.inputTokens > 0 ? usage.inputTokens : estimate(texts)
    return {
      vectors: checkVectors(vectors, texts.length, model),
      parts: texts.map(() => 1),
      tokens,
      dollars: await dollarsOf(model, tokens),
    }
  }

  async function dollarsOf(model: ModelReference, tokens: number): Promise<number | null> {
    const { price, local } = await describe(model)
    if (local) return 0
    return price ? (price.input * tokens) / 1_000_000 : null
  }

  return { embed, dollarsOf }
}

function keyOf({ providerId, modelId }: ModelReference): string {
  return `${providerId} ${modelId}`
}

function estimate(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTextTokens(text), 0)
}

/** An answer without the right vectors is the model's fault, whatever its shape. */
function asMismatch(error: unknown, { modelId }: ModelReference): unknown {
  if (!(error instanceof AppError) || error.code !== 'malformedAnswer') return error
  return new AppError(
    'embeddingMismatch',
    error.message,
    { ...error.details, model: modelId },
    error,
  )
}

function isTooLong(error: unknown): error is AppError {
  return error instanceof AppError && tooLongCodes.some((code) => code === error.code)
}

function join(one: Embedded, other: Embedded): Embedded {
  const isPriced = one.dollars !== null && other.dollars !== null
  return {
    vectors: [...one.vectors, ...other.vectors],
    parts: [...one.parts, ...other.parts],
    tokens: one.tokens + other.tokens,
    dollars: isPriced ? (one.dollars ?? 0) + (other.dollars ?? 0) : null,
  }
}
