import { z } from 'zod'
import { errorSchema } from '../errorSchema.ts'
import { event, method, nothing } from '../ipc/define.ts'
import { jsonSchemaSchema, pluginIdSchema } from './pluginSheet.ts'
import { timeSchema } from '../timeSchema.ts'

const maxLength = 10_000
const text = z.string().max(maxLength)
const pairs = z.record(z.string().max(300), text)

/**
 * A server of the Model Context Protocol. In arguments, variables, headers and the address
 * `${user_config.NAME}` stands for the value of a setting, and `${__dirname}` for the folder of the
 * installed package or bundle.
 */
export const mcpConfigSchema = z.discriminatedUnion('transport', [
  z.object({
    /** A program on this machine, which reads and writes lines. */
    transport: z.literal('stdio'),
    command: text.min(1),
    arguments: z.array(text).max(200),
    environment: pairs,
    /** Its working folder; null for an empty one of its own. */
    folder: text.nullable(),
    /** The package of npm that is installed once, and whose program is then started. */
    package: z.object({ name: text.min(1), version: text }).nullable(),
    /** SHA-256 of the bundle that holds it, in hex. */
    bundle: z
      .string()
      .regex(/^[\da-f]{64}$/)
      .optional(),
  }),
  /** A server at an address: Streamable HTTP, or the older HTTP with server-sent events. */
  z.object({ transport: z.enum(['http', 'sse']), url: text.min(1), headers: pairs }),
])
export type McpConfig = z.infer<typeof mcpConfigSchema>
export type McpProcessConfig = Extract<McpConfig, { transport: 'stdio' }>
export type McpAddressConfig = Exclude<McpConfig, McpProcessConfig>

/**
 * `off` servers start at their next use; `failing` ones too, and main has tried a few times itself;
 * `stopped` ones were ended by the user.
 */
export const serverPhases = ['off', 'starting', 'ready', 'failing', 'stopped'] as const
export type ServerPhase = (typeof serverPhases)[number]

const serverStateSchema = z.object({
  id: pluginIdSchema,
  phase: z.enum(serverPhases),
  since: timeSchema,
  /** The last lines of the program's error output; empty for a server at an address. */
  errorTail: z.string(),
  /** Why it fails. */
  error: errorSchema.nullable(),
})

export type McpServerState = z.infer<typeof serverStateSchema>

const questionBase = z.object({
  questionId: z.uuid(),
  /** The plugin whose server asks. */
  pluginId: pluginIdSchema,
  message: z.string(),
})

const sampleMessageSchema = z.object({ role: z.enum(['user', 'assistant']), text: z.string() })
export type SampleMessage = z.infer<typeof sampleMessageSchema>

const sampleCost = {
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** Null if the model's price is not known. */
  dollars: z.number().nonnegative().nullable(),
}
const sampleCostSchema = z.object(sampleCost)
export type SampleCost = z.infer<typeof sampleCostSchema>

const savedFileSchema = z.object({ name: z.string(), sizeBytes: z.number().int().nonnegative() })
export type SavedFile = z.infer<typeof savedFileSchema>

/** A server's question to the user while it handles a call. */
const questionSchema = z.discriminatedUnion('kind', [
  questionBase.extend({
    kind: z.literal('form'),
    /** A JSON Schema of type `object`, whose properties are texts, numbers, switches and choices. */
    schema: jsonSchemaSchema,
  }),
  /** The user is asked to go to an address, which is opened in the system's browser. */
  questionBase.extend({ kind: z.literal('address'), url: z.string(), host: z.string() }),
  /** The view of a tool's result wants to call a tool of its server; `message` names it. */
  questionBase.extend({ kind: z.literal('call'), arguments: z.string() }),
  /** The view of a tool's result proposes a text for the user's next message. */
  questionBase.extend({ kind: z.literal('draft'), text: z.string() }),
  /** The view of a tool's result wants to save files where the user chooses. */
  questionBase.extend({ kind: z.literal('save'), files: z.array(savedFileSchema) }),
  /** The server wants to know who the user is: Parley asks to go there, and waits for the answer. */
  questionBase.extend({ kind: z.literal('signIn'), url: z.string(), host: z.string() }),
  /** The server wants a model to write something: the user sees what is asked of it. */
  questionBase.extend({
    kind: z.literal('sampling'),
    model: z.string(),
    system: z.string().nullable(),
    messages: z.array(sampleMessageSchema),
  }),
  /** A model's answer, for the user to check before the server gets it. */
  questionBase.extend({
    kind: z.literal('sample'),
    model: z.string(),
    text: z.string(),
    ...sampleCost,
  }),
])
export type McpQuestion = z.infer<typeof questionSchema>

export const answerContentSchema = z.record(
  z.string().max(200),
  z.union([text, z.number(), z.boolean(), z.array(text).max(200)]),
)

const answerSchema = z.object({
  questionId: z.uuid(),
  action: z.enum(['accept', 'decline', 'cancel']),
  /** The values of a form, if it is accepted. */
  content: answerContentSchema.optional(),
})
export type McpAnswer = z.infer<typeof answerSchema>

export const mcp = {
  /** Returns the states of the servers that were used since the start of Parley. */
  states: method(nothing, z.array(serverStateSchema)),
  /** Ends a server and its calls. Its next use starts it again. */
  stop: method(z.object({ id: pluginIdSchema }), nothing),
  /** Returns the questions of servers that wait for the user. */
  questions: method(nothing, z.array(questionSchema)),
  /** Answers a question, or opens its address. Errors: conflict if it waits no more. */
  answer: method(answerSchema, nothing),
  stateChanged: event(serverStateSchema),
  /** A resource that somebody follows: see `pluginContent.follow`. */
  resourceChanged: event(z.object({ id: pluginIdSchema, uri: z.string() })),
  asked: event(questionSchema),
  /** A question that was answered, or whose call ended. */
  settled: event(z.object({ questionId: z.uuid() })),
}
