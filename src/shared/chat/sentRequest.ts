import { z } from 'zod'
import { method } from '../ipc/define.ts'

const count = z.number().int().nonnegative()

const sentPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({
    type: z.literal('file'),
    name: z.string(),
    mediaType: z.string(),
    sizeBytes: count,
    /** Whether only passages of it are sent, within a question. */
    passagesOnly: z.boolean(),
  }),
  z.object({ type: z.literal('toolCall'), name: z.string(), arguments: z.string() }),
  z.object({
    type: z.literal('toolResult'),
    text: z.string(),
    failed: z.boolean(),
    /** The names of its files. */
    files: z.array(z.string()),
  }),
])
export type SentPart = z.infer<typeof sentPartSchema>

const sentTurnSchema = z.object({
  role: z.enum(['user', 'assistant']),
  parts: z.array(sentPartSchema),
})
export type SentTurn = z.infer<typeof sentTurnSchema>

const sentRequestSchema = z.object({
  /** Null without instructions. */
  instructions: z.string().nullable(),
  /** The user's own values, and nothing else, by the names of `ReplyRequest`. */
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** `parameters` is a JSON Schema. */
  tools: z.array(z.object({ name: z.string(), description: z.string(), parameters: z.string() })),
  turns: z.array(sentTurnSchema),
  /** The number of turns before these. */
  earlier: count,
})
export type SentRequest = z.infer<typeof sentRequestSchema>

export const sentRequestMethods = {
  /**
   * Returns the request of an answer: its turns as they were sent, and the instructions, parameters
   * and tools as they would be sent now. `before` is the number of turns before those of the last
   * page; null for the end. Sends nothing. Errors: messageMissing, conversationMissing,
   * instructionsUnreadable; badInput for a message of the user.
   */
  sentRequest: method(
    z.object({ messageId: z.uuid(), before: count.nullable() }),
    sentRequestSchema,
  ),
}
