import { z } from 'zod'
import { warningSchema } from './chat/parts.ts'
import { errorSchema } from './errorSchema.ts'
import { method, nothing, stream } from './ipc/define.ts'
import {
  maxAlternatives,
  maxContinuationSteps,
  maxContinuationTokens,
  maxContinuedLength,
  maxPieceTokens,
  maxStopWordLength,
  maxStopWords,
  maxTemperature,
  maxTokenIds,
  maxTokenLength,
} from './limits.ts'
import { modelReferenceSchema } from './models.ts'

const textSchema = z.string().max(maxContinuedLength)

/** The number of a token in the model's vocabulary. */
const tokenIdSchema = z.number().int().nonnegative()

/** A token that the model found possible at some place, with the natural logarithm of its probability. */
const alternativeSchema = z.object({
  text: z.string().min(1).max(maxTokenLength),
  logprob: z.number().max(0),
  /** Missing if the server gives none. */
  tokenId: tokenIdSchema.optional(),
})
export type Alternative = z.infer<typeof alternativeSchema>

/** A piece of a continuation. The texts of all pieces in order are the continuation. */
export const continuedPieceSchema = z.object({
  text: z.string(),
  /**
   * The natural logarithm of its probability; null if the server gives none. A character that
   * several tokens make is one piece, with their probabilities multiplied.
   */
  logprob: z.number().max(0).nullable(),
  /** The most probable tokens at this place, which may include the chosen one. */
  alternatives: z.array(alternativeSchema).max(maxAlternatives),
  /** The tokens that it consists of; missing if the server does not give all of them. */
  tokenIds: z.array(tokenIdSchema).max(maxPieceTokens).optional(),
})
export type ContinuedPiece = z.infer<typeof continuedPieceSchema>

/**
 * The tokens that a text consists of from the offset `start` to its end. A server that takes ids
 * reads them in place of that text, which it might cut into other tokens.
 */
export const knownTokensSchema = z.object({
  start: z.number().int().nonnegative(),
  ids: z.array(tokenIdSchema).min(1).max(maxTokenIds),
})
export type KnownTokens = z.infer<typeof knownTokensSchema>

/** The user's choices for continuing a text. Null leaves one to the server. */
export const samplingSchema = z.object({
  stop: z.array(z.string().min(1).max(maxStopWordLength)).max(maxStopWords),
  temperature: z.number().min(0).max(maxTemperature).nullable(),
  topP: z.number().positive().max(1).nullable(),
  seed: z.number().int().nonnegative().nullable(),
  maxTokens: z.number().int().min(1).max(maxContinuationTokens),
})
export type Sampling = z.infer<typeof samplingSchema>

/** A change of the text: `removed` at `at` was replaced by `inserted`. */
const stepSchema = z.object({
  at: z.number().int().nonnegative(),
  removed: textSchema,
  inserted: textSchema,
})

/** The page "Continue a text" as the user has left it. */
export const continuedTextSchema = z.object({
  model: modelReferenceSchema.nullable(),
  /** As typed: an entry that is no number yet is kept, too. */
  fields: z.object({
    stop: z.string().max(maxStopWords * (maxStopWordLength + 1)),
    temperature: z.string().max(100),
    topP: z.string().max(100),
    seed: z.string().max(100),
    maxTokens: z.string().max(100),
  }),
  text: textSchema,
  /** Oldest first. The first `done` are in the text; the others were undone. */
  steps: z.array(stepSchema).max(maxContinuationSteps),
  done: z.number().int().nonnegative(),
})
export type ContinuedText = z.infer<typeof continuedTextSchema>

const usageSchema = z.object({
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
})

const frameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pieces'), pieces: z.array(continuedPieceSchema) }),
  z.object({ type: z.literal('usage'), usage: usageSchema }),
  z.object({ type: z.literal('warning'), warning: warningSchema }),
  /** Nothing has arrived yet, and the failed request will be repeated. */
  z.object({ type: z.literal('waiting'), error: errorSchema }),
  /** `length`: the limit of tokens was reached. */
  z.object({ type: z.literal('finish'), reason: z.enum(['stop', 'length', 'contentFilter']) }),
])
export type ContinuationFrame = z.infer<typeof frameSchema>

function joinFrames(
  first: ContinuationFrame,
  second: ContinuationFrame,
): ContinuationFrame | undefined {
  if (first.type !== 'pieces' || second.type !== 'pieces') return undefined
  return { type: 'pieces', pieces: [...first.pieces, ...second.pieces] }
}

export const completions = {
  /** Returns the text of the page; null if there is none, or it could not be read. */
  text: method(nothing, z.object({ kept: continuedTextSchema.nullable() })),
  /** Replaces the text of the page. */
  saveText: method(z.object({ kept: continuedTextSchema }), nothing),
  /** Returns the models that have refused to chat because they only continue texts, the last first. */
  refusedChats: method(nothing, z.object({ models: z.array(modelReferenceSchema) })),
  /**
   * Continues a text, or fills in what lies before `suffix`. `tokens` are missing if they are
   * unknown. Sent at most once after anything was
   * answered. Errors: those of a reply, completionsMissing, fillInMissing.
   */
  continueText: stream(
    z.object({
      model: modelReferenceSchema,
      text: textSchema,
      suffix: textSchema.nullable(),
      tokens: knownTokensSchema.optional(),
      sampling: samplingSchema,
    }),
    frameSchema,
    joinFrames,
  ),
}
