import { z } from 'zod'

const keySchema = z.string().min(1).max(200)
const type = <Name extends string>(name: Name) => z.literal(`lobe-chat:${name}` as const)

/**
 * The messages that a page sends, of the protocol that plugins' pages speak. The names are its
 * own. The others of its 13 are the answers.
 */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: type('plugin-ready-for-render') }),
  z.object({ type: type('fetch-plugin-message') }),
  z.object({ type: type('fetch-plugin-settings') }),
  z.object({ type: type('fetch-plugin-state'), key: keySchema }),
  z.object({
    type: type('fill-plugin-content'),
    content: z.unknown(),
    triggerAiMessage: z.boolean().optional(),
  }),
  z.object({ type: type('update-plugin-state'), key: keySchema, value: z.unknown() }),
  z.object({ type: type('update-plugin-settings'), value: z.record(z.string(), z.unknown()) }),
  z.object({ type: type('trigger-ai-message'), id: z.string().optional() }),
  z.object({ type: type('create-assistant-message'), content: z.string().max(200_000) }),
])
export type PageMessage = z.infer<typeof pageMessageSchema>

/** A message to the page. */
export type PageReply = { type: `lobe-chat:${string}` } & Record<string, unknown>
