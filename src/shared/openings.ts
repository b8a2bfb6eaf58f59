import { z } from 'zod'
import { conversationIdSchema, messageIdSchema } from './chat/chat.ts'
import { attachmentSchema } from './chat/parts.ts'
import { errorSchema } from './errorSchema.ts'
import { maxTextLength } from './limits.ts'

/**
 * The requests of links, files and second starts to the window. None sends a message or installs
 * anything by itself.
 */
export const openingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('chat'),
    conversationId: conversationIdSchema,
    messageId: messageIdSchema.nullable(),
  }),
  /** A text for the composer of a new chat. */
  z.object({ kind: z.literal('new'), text: z.string().max(maxTextLength) }),
  /** Files for a new chat, which main has stored. */
  z.object({ kind: z.literal('files'), files: z.array(attachmentSchema).min(1) }),
  /** The address of a plugin, for the sheet that asks before it installs. */
  z.object({ kind: z.literal('plugin'), url: z.string() }),
  /** A server as other clients' files describe it, as JSON, for the same sheet. */
  z.object({ kind: z.literal('server'), json: z.string() }),
  /** The updates, from the notification that one is ready. */
  z.object({ kind: z.literal('updates') }),
  z.object({ kind: z.literal('refused'), error: errorSchema }),
])
export type Opening = z.infer<typeof openingSchema>
