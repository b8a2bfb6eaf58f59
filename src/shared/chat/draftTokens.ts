import { z } from 'zod'
import { attachmentSchema } from './parts.ts'

const count = z.number().int().nonnegative()

/** Form in which a model would get a file of a draft. */
export const filePreviewSchema = z.object({
  id: attachmentSchema.shape.id,
  /**
   * `text` means the text of a document that the model does not take as a file; `passages`, those
   * that fit each question.
   */
  sentAs: z.enum(['file', 'text', 'passages', 'nothing']),
  /** Whether the text lacks a part of the document, such as pages that are pictures. */
  isPartial: z.boolean(),
  /** An estimate of what it takes in the request. */
  tokens: count,
})
export type FilePreview = z.infer<typeof filePreviewSchema>

/** Tokens that the next request takes without the draft. */
export const contextTokensSchema = z.object({
  /** The sum of `parts`. */
  tokens: count,
  parts: z.object({ instructions: count, tools: count, messages: count, files: count }),
  /** Those of `tokens` that the service counted with its last answer; 0 if all are estimated. */
  countedTokens: count,
  /** Tokens of this service for one of an estimate, by its last answer; 1 if unknown. */
  ratio: z.number().positive(),
  /** Tokens that passages of the chat's bases and of attached files would add to a question. */
  passageTokens: count,
  /** Whether `countTokens` can ask the service. */
  canCount: z.boolean(),
})
