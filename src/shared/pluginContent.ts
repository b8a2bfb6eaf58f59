import { z } from 'zod'
import { method } from './ipc/define.ts'
import { attachmentSchema } from './parts.ts'
import { pluginIdSchema } from './pluginSheet.ts'

const nameSchema = z.string().min(1).max(500)
const valueSchema = z.string().max(100_000)
const uriSchema = z.string().min(1).max(5000)
const givenSchema = z.record(nameSchema, valueSchema)

/** A server of the Model Context Protocol that is on in a chat. */
const contentServerSchema = z.object({
  pluginId: pluginIdSchema,
  title: z.string(),
  /** The host that gets what the user enters; null for a program on this machine. */
  host: z.string().nullable(),
  /** Whether it has them; true too if it has not run yet. */
  prompts: z.boolean(),
  resources: z.boolean(),
})
export type ContentServer = z.infer<typeof contentServerSchema>

const promptSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  arguments: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      required: z.boolean(),
    }),
  ),
})
export type ServerPrompt = z.infer<typeof promptSchema>

const pluginInput = z.object({ pluginId: pluginIdSchema })

const completionInputSchema = pluginInput.extend({
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('prompt'), name: nameSchema }),
    z.object({ kind: z.literal('template'), uri: uriSchema }),
  ]),
  name: nameSchema,
  /** What the user has entered so far. */
  value: valueSchema,
  /** The other arguments that have a value. */
  given: givenSchema,
})
export type CompletionInput = z.infer<typeof completionInputSchema>

/**
 * What servers offer to the user: prompts and resources. Methods that name a plugin start its
 * server. Their errors: pluginNotFound, pluginRefused, those of the server's start and of a call.
 */
export const pluginContent = {
  /** Returns the servers that are on in a chat; null for the next new one. Starts none. */
  servers: method(z.object({ conversationId: z.uuid().nullable() }), z.array(contentServerSchema)),
  prompts: method(pluginInput, z.array(promptSchema)),
  /** Returns the values that a server proposes for an argument. */
  complete: method(completionInputSchema, z.array(z.string())),
  /** Fills a prompt in, and stores its files. Nothing is sent to a model. */
  fillPrompt: method(
    pluginInput.extend({ name: nameSchema, arguments: givenSchema }),
    z.object({ text: z.string(), files: z.array(attachmentSchema) }),
  ),
}
