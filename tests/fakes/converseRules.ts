import type {
  ContentBlock,
  ConverseStreamRequest,
  ToolConfiguration,
} from '@aws-sdk/client-bedrock-runtime'
import { z } from 'zod'

/** A package's type on the wire, with bytes as base64. */
type Wire<T> = T extends Uint8Array
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T

const base64 = z.base64().min(4)
const json = z.record(z.string(), z.json())
const id = z.string().regex(/^[\w-]{1,64}$/)
const filled = z.string().regex(/\S/, 'The text field in the ContentBlock object is blank')
const cachePoint = z.strictObject({ type: z.literal('default') })

const documentName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9()[\]-]+(?: [A-Za-z0-9()[\]-]+)*$/, 'The name of a document is not allowed')

const imageBlock = z.strictObject({
  image: z.strictObject({
    format: z.enum(['png', 'jpeg', 'gif', 'webp']),
    source: z.strictObject({ bytes: base64 }),
  }),
})
const documentBlock = z.strictObject({
  document: z.strictObject({
    format: z.enum(['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md']),
    name: documentName,
    source: z.strictObject({ bytes: base64 }),
  }),
})

const block = z.union([
  z.strictObject({ text: filled }),
  imageBlock,
  z.strictObject({
    audio: z.strictObject({
      format: z.enum(['aac', 'flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm']),
      source: z.strictObject({ bytes: base64 }),
    }),
  }),
  documentBlock,
  z.strictObject({
    toolUse: z.strictObject({ toolUseId: id, name: id, input: json }),
  }),
  z.strictObject({
    toolResult: z.strictObject({
      toolUseId: id,
      content: z
        .array(z.union([z.strictObject({ text: filled }), imageBlock, documentBlock]))
        .min(1),
      status: z.enum(['success', 'error']),
    }),
  }),
  z.strictObject({
    reasoningContent: z.union([
      z.strictObject({
        reasoningText: z.strictObject({ text: z.string(), signature: z.string().min(1) }),
      }),
      z.strictObject({ redactedContent: base64 }),
    ]),
  }),
  z.strictObject({ cachePoint }),
]) satisfies z.ZodType<Wire<ContentBlock>>

const toolConfig = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        toolSpec: z.strictObject({
          name: id,
          description: z.string().min(1).optional(),
          inputSchema: z.strictObject({ json: json.refine(({ type }) => type === 'object') }),
        }),
      }),
    )
    .min(1),
}) satisfies z.ZodType<Wire<ToolConfiguration>>

/** The requests that ConverseStream accepts, limited to Parley's use, in the package's types. */
export const converseSchema = z.strictObject({
  messages: z.array(
    z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) }),
  ),
  system: z
    .array(z.union([z.strictObject({ text: filled }), z.strictObject({ cachePoint })]))
    .min(1)
    .optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.number().int().positive().optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string().min(1)).min(1).optional(),
    })
    .optional(),
  toolConfig: toolConfig.optional(),
  outputConfig: z
    .strictObject({
      effort: z.string().optional(),
      textFormat: z
        .strictObject({
          type: z.literal('json_schema'),
          structure: z.strictObject({
            jsonSchema: z.strictObject({ name: z.string(), schema: z.string() }),
          }),
        })
        .optional(),
    })
    .optional(),
  additionalModelRequestFields: json.optional(),
}) satisfies z.ZodType<Wire<Omit<ConverseStreamRequest, 'modelId'>>>
export type ConverseBody = z.infer<typeof converseSchema>

/** Returns the service's refusal; undefined for a valid request. */
export function refusalOf(body: unknown): string | undefined {
  const parsed = converseSchema.safeParse(body)
  if (!parsed.success) return `Malformed input request: ${z.prettifyError(parsed.error)}`
  const { messages } = parsed.data
  if (messages[0]?.role !== 'user') {
    return 'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
  }
  if (messages.some(({ role }, index) => role === messages[index - 1]?.role)) {
    return 'A conversation must alternate between user and assistant roles.'
  }
  return refusalOfDocuments(parsed.data) ?? refusalOfTools(parsed.data)
}

function refusalOfDocuments({ messages }: ConverseBody): string | undefined {
  const names: string[] = []
  for (const { content } of messages) {
    const documents = content.flatMap((part) => ('document' in part ? part.document.name : []))
    if (documents.length > 0 && !content.some((part) => 'text' in part)) {
      return 'A text block is required beside a document'
    }
    names.push(...documents)
  }
  if (new Set(names).size < names.length) return 'Document file names must be unique'
  return undefined
}

function refusalOfTools({ messages, toolConfig: tools }: ConverseBody): string | undefined {
  let open: string[] = []
  for (const { role, content } of messages) {
    const results = content.flatMap((part) =>
      'toolResult' in part ? part.toolResult.toolUseId : [],
    )
    if (role === 'user' && open.toSorted().join() !== results.toSorted().join()) {
      return 'Expected toolResult blocks for the toolUse blocks of the turn before'
    }
    open = content.flatMap((part) => ('toolUse' in part ? part.toolUse.toolUseId : []))
    if (open.length + results.length > 0 && !tools) {
      return 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
    }
  }
  return undefined
}
