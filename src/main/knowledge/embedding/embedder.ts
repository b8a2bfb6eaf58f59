import { AppError } from '../../../shared/errors.ts'
import { estimateTextTokens } from '../../../shared/estimateTextTokens.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { EmbeddingPurpose, ProviderLookup } from '../../providers/provider.ts'
import { checkVectors } from './checkVectors.ts'

export interface Embedded {
  /** One for each text, in the same order, all with as many dimensions. */
  vectors: Float32Array[]
  tokens: number
  /** Null if the price is unknown. */
  dollars: number | null
}

export interface EmbedderDependencies {
  lookup: ProviderLookup
  describe: (model: ModelReference) => Promise<Model>
}

/** Makes vectors with any provider's model. */
export interface Embedder {
  /**
   * Embeds a batch of passages, or a question. Errors: embeddingMismatch, notSupported, those of a
   * request.
   */
  embed: (
    model: ModelReference,
    texts: readonly string[],
    options: { purpose: EmbeddingPurpose; signal: AbortSignal },
  ) => Promise<Embedded>
  /** Returns what a number of tokens costs; null if the price is unknown. */
  dollarsOf: (model: ModelReference, tokens: number) => Promise<number | null>
}

/** Refusals that a shorter request may not meet. */
const tooLongCodes = ['contextTooLong', 'badRequest', 'unprocessable', 'tooHeavy'] as const
const shortestLength = 200

export function createEmbedder({ lookup, describe }: EmbedderDependencies): Embedder {
  const embed: Embedder['embed'] = async (model, texts, options) => {
    const provider = await lookup(model.providerId)
    if (!provider.embed) {
      throw new AppError('notSupported', 'The provider embeds nothing', { model: model.modelId })
    }
    try {
      const { vectors, usage } = await provider.embed(
        model.modelId,
        texts,
        options.signal,
        options.purpose,
      )
      const tokens = usage.inputTokens > 0 ? usage.inputTokens : estimate(texts)
      return {
        vectors: checkVectors(vectors, texts.length, model),
        tokens,
        dollars: await dollarsOf(model, tokens),
      }
    } catch (error) {
      const failure = asMismatch(error, model)
      if (!isTooLong(failure)) throw failure
      const shorter = shorten(texts)
      if (!shorter) throw failure
      return join(
        await shorter.reduce<Promise<Embedded[]>>(
          async (done, part) => [...(await done), await embed(model, part, options)],
          Promise.resolve([]),
        ),
      )
    }
  }

  async function dollarsOf(model: ModelReference, tokens: number): Promise<number | null> {
    const { price, local } = await describe(model)
    if (local) return 0
    return price ? (price.input * tokens) / 1_000_000 : null
  }

  return { embed, dollarsOf }
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

function isTooLong(error: unknown): boolean {
  return error instanceof AppError && tooLongCodes.some((code) => code === error.code)
}

/**
 * Halves a refused batch, and a text that is refused alone: the vector of its first half finds it
 * too. Returns undefined for what can't be the length's fault.
 */
function shorten(texts: readonly string[]): string[][] | undefined {
  const [only] = texts
  const half = Math.ceil(texts.length / 2)
  if (texts.length > 1) return [texts.slice(0, half), texts.slice(half)]
  if (only === undefined || only.length < 2 * shortestLength) return undefined
  return [[only.slice(0, only.length / 2).toWellFormed()]]
}

function join(parts: readonly Embedded[]): Embedded {
  const isPriced = parts.every(({ dollars }) => dollars !== null)
  return {
    vectors: parts.flatMap(({ vectors }) => vectors),
    tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    dollars: isPriced ? parts.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0) : null,
  }
}
