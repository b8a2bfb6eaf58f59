import { z } from 'zod'
import { maxTextLength, maxToolCallNameLength } from '../limits.ts'
import { modelReferenceSchema } from '../models.ts'
import { timeSchema } from '../timeSchema.ts'
import { usageSchema } from './parts.ts'

/**
 * Runs the tool calls of a realtime session as those of a text chat, in a message of their own at
 * the end of the shown branch. No model is asked afterwards: the session gets the results.
 */
export const spokenToolCallsSchema = z.object({
  kind: z.literal('spokenToolCalls'),
  /** Null creates a new conversation. */
  conversationId: z.uuid().nullable(),
  calls: z
    .array(
      z.object({
        id: z.string().min(1).max(maxToolCallNameLength),
        name: z.string().max(maxToolCallNameLength),
        /** As the model wrote them. */
        arguments: z.string().max(maxTextLength),
      }),
    )
    .min(1)
    .max(128),
  /** The number of times in a row that the session has asked for tools, from 1. */
  round: z.number().int().positive(),
  /** Tokens of the answer that consists of the calls; null if unknown, or kept with its text. */
  usage: usageSchema.nullable(),
  /** The model for written messages in a new conversation. */
  chatModel: modelReferenceSchema.nullable(),
  /** The model that the user talks with. */
  speaker: modelReferenceSchema,
})

/** A turn of a realtime session. */
export const appendSpokenSchema = z.object({
  /** Null creates a new conversation. */
  conversationId: z.uuid().nullable(),
  role: z.enum(['user', 'assistant']),
  text: z.string().trim().min(1).max(maxTextLength),
  /** When it began to be spoken. */
  at: timeSchema,
  /** True if it was broken off while it was spoken. */
  isInterrupted: z.boolean(),
  /** Tokens of the answer, as the service counted them; null if unknown. */
  usage: usageSchema.nullable(),
  /** The model for written messages in a new conversation. */
  chatModel: modelReferenceSchema.nullable(),
  /** The model that the user talked with. */
  speaker: modelReferenceSchema,
})
export type AppendSpokenInput = z.infer<typeof appendSpokenSchema>
