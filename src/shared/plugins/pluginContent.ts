import { z } from 'zod'
import { method, nothing } from '../ipc/define.ts'
import { maxUriLength } from '../limits.ts'
import { attachmentSchema } from '../chat/parts.ts'
import { pluginIdSchema } from './pluginSheet.ts'

const nameSchema = z.string().min(1).max(500)
const valueSchema = z.string().max(100_000)
const uriSchema = z.string().min(1).max(maxUriLength)
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

/**
 * Number of a list's entries that Parley leaves out: those beyond its limit, and those it can't
 * use.
 */
const leftOutSchema = z.number().int().nonnegative()
/** Whether a list had no end, or repeated itself, so that Parley stopped reading it. */
const isCutSchema = z.boolean()

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
  /** Number of further arguments, which the user is not asked for. */
  argumentsLeftOut: leftOutSchema,
})
export type ServerPrompt = z.infer<typeof promptSchema>

const promptListSchema = z.object({
  prompts: z.array(promptSchema),
  leftOut: leftOutSchema,
  isCut: isCutSchema,
})
export type PromptList = z.infer<typeof promptListSchema>

const resourceSchema = z.object({
  uri: z.string(),
  title: z.string(),
  description: z.string(),
  /** Media type that the server gives; null for none. */
  mediaType: z.string().nullable(),
  sizeBytes: z.number().int().nonnegative().nullable(),
})
export type ServerResource = z.infer<typeof resourceSchema>

const resourcePageSchema = z.object({
  resources: z.array(resourceSchema),
  leftOut: leftOutSchema,
  /** Cursor of the next page; null after the last. */
  next: z.string().nullable(),
})
export type ResourcePage = z.infer<typeof resourcePageSchema>

const resourceTemplateSchema = z.object({
  /** An address with variables (RFC 6570). */
  template: z.string(),
  title: z.string(),
  description: z.string(),
  variables: z.array(z.string()),
  /** Number of further variables, which the user is not asked for. */
  variablesLeftOut: leftOutSchema,
})
export type ResourceTemplate = z.infer<typeof resourceTemplateSchema>

const templateListSchema = z.object({
  templates: z.array(resourceTemplateSchema),
  leftOut: leftOutSchema,
  isCut: isCutSchema,
})
export type TemplateList = z.infer<typeof templateListSchema>

const pluginInput = z.object({ pluginId: pluginIdSchema })

const completionInputSchema = pluginInput.extend({
  of: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('prompt'), name: nameSchema }),
    z.object({ kind: z.literal('template'), uri: uriSchema }),
  ]),
  name: nameSchema,
  /** Text that the user has entered so far. */
  value: valueSchema,
  /** The other arguments that have a value. */
  given: givenSchema,
})
export type CompletionInput = z.infer<typeof completionInputSchema>

/**
 * Prompts and resources that servers offer to the user. Methods that name a plugin start its
 * server. Their errors: pluginNotFound, pluginRefused, those of the server's start and of a call.
 */
export const pluginContent = {
  /** Returns the servers that are on in a chat; null for the next new one. Starts none. */
  servers: method(z.object({ conversationId: z.uuid().nullable() }), z.array(contentServerSchema)),
  prompts: method(pluginInput, promptListSchema),
  /** Returns the values that a server proposes for an argument. It gets what is entered. */
  complete: method(completionInputSchema, z.array(z.string())),
  /** Fills a prompt in, and stores its files. Nothing is sent to a model. */
  fillPrompt: method(
    pluginInput.extend({ name: nameSchema, arguments: givenSchema }),
    z.object({ text: z.string(), files: z.array(attachmentSchema) }),
  ),
  /** Returns a page of resources; the first without a cursor. */
  resources: method(
    pluginInput.extend({ cursor: z.string().max(10_000).optional() }),
    resourcePageSchema,
  ),
  templates: method(pluginInput, templateListSchema),
  /**
   * Reads a resource and stores its contents as files with their origin. With values the address is
   * a template. Further errors: addressInvalid, attachmentTooLarge, diskFull.
   */
  read: method(
    pluginInput.extend({ uri: uriSchema, values: givenSchema.optional() }),
    z.array(attachmentSchema),
  ),
  /**
   * Asks a server to tell when these resources change, in place of those before. `mcp` has the
   * event. A server that cannot tell is not asked.
   */
  follow: method(pluginInput.extend({ uris: z.array(uriSchema).max(100) }), nothing),
}
