import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'

/**
 * The requests that the package's types allow, limited to Parley's use. The compiler checks each
 * schema against the package's type. An unknown field is a fault.
 */
const cacheControl = z.strictObject({
  type: z.literal('ephemeral'),
  ttl: z.enum(['5m', '1h']).exactOptional(),
}) satisfies z.ZodType<Anthropic.CacheControlEphemeral>
const cached = { cache_control: cacheControl.exactOptional() }

/** The service refuses blank text. */
const text = z.string().regex(/\S/, 'text content blocks must contain non-whitespace text')
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const base64 = z.base64().min(4)

const textBlock = z.strictObject({
  type: z.literal('text'),
  text,
  ...cached,
}) satisfies z.ZodType<Anthropic.TextBlockParam>

const stored = z.strictObject({ type: z.literal('file'), file_id: id })

const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      data: base64,
    }),
    stored,
  ]),
  ...cached,
}) satisfies z.ZodType<Anthropic.ImageBlockParam>

const documentBlock = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.literal('application/pdf'),
      data: base64,
    }),
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: text }),
    stored,
  ]),
  title: z.string().exactOptional(),
  citations: z.strictObject({ enabled: z.boolean() }).exactOptional(),
  ...cached,
}) satisfies z.ZodType<Anthropic.DocumentBlockParam>

const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().min(1),
}) satisfies z.ZodType<Anthropic.ThinkingBlockParam>

const redactedBlock = z.strictObject({
  type: z.literal('redacted_thinking'),
  data: z.string().min(1),
}) satisfies z.ZodType<Anthropic.RedactedThinkingBlockParam>

const callBlock = z.strictObject({
  type: z.literal('tool_use'),
  id,
  name: id,
  input: z.record(z.string(), z.unknown()),
  ...cached,
}) satisfies z.ZodType<Anthropic.ToolUseBlockParam>

const resultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: id,
  content: z
    .union([
      z.string(),
      z.array(z.discriminatedUnion('type', [textBlock, imageBlock, documentBlock])).min(1),
    ])
    .exactOptional(),
  is_error: z.boolean().exactOptional(),
  ...cached,
}) satisfies z.ZodType<Anthropic.ToolResultBlockParam>

const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z
      .array(z.discriminatedUnion('type', [textBlock, imageBlock, documentBlock, resultBlock]))
      .min(1),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z
      .array(z.discriminatedUnion('type', [textBlock, thinkingBlock, redactedBlock, callBlock]))
      .min(1),
  }),
]) satisfies z.ZodType<Anthropic.MessageParam>

const thinking = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('adaptive'),
    display: z.enum(['summarized', 'omitted']).exactOptional(),
  }),
  z.strictObject({
    type: z.literal('enabled'),
    budget_tokens: z.number().int().min(1024),
    display: z.enum(['summarized', 'omitted']).exactOptional(),
  }),
  z.strictObject({ type: z.literal('disabled') }),
]) satisfies z.ZodType<Anthropic.ThinkingConfigParam>

const outputConfig = z.strictObject({
  effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).exactOptional(),
  format: z
    .strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
    .exactOptional(),
}) satisfies z.ZodType<Anthropic.OutputConfig>

const tool = z.strictObject({
  name: id.max(128),
  description: z.string().exactOptional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  ...cached,
}) satisfies z.ZodType<Anthropic.Tool>

const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('auto'),
    disable_parallel_tool_use: z.boolean().exactOptional(),
  }),
  z.strictObject({ type: z.literal('none') }),
]) satisfies z.ZodType<Anthropic.ToolChoice>

const counted = {
  model: z.string().min(1),
  messages: z.array(message).min(1),
  system: z.array(textBlock).min(1).exactOptional(),
  thinking: thinking.exactOptional(),
  output_config: outputConfig.exactOptional(),
  tools: z.array(tool).min(1).exactOptional(),
  tool_choice: toolChoice.exactOptional(),
}

const countSchema = z.strictObject(counted) satisfies z.ZodType<Anthropic.MessageCountTokensParams>
const createSchema = z.strictObject({
  ...counted,
  max_tokens: z.number().int().positive(),
  // The service takes these two for some models; the package has dropped them.
  temperature: z.number().min(0).max(1).exactOptional(),
  top_p: z.number().positive().max(1).exactOptional(),
  stop_sequences: z.array(z.string().min(1)).min(1).exactOptional(),
  stream: z.boolean().exactOptional(),
}) satisfies z.ZodType<Omit<Anthropic.MessageCreateParams, 'stream'> & { stream?: boolean }>

export type CreateRequest = z.infer<typeof createSchema>
export type CountRequest = z.infer<typeof countSchema>

/** Returns the faults of a request's body in the service's words; empty if there are none. */
export function faultsOf(kind: 'create' | 'count', body: unknown): string[] {
  const parsed = (kind === 'create' ? createSchema : countSchema).safeParse(body)
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message: said }) => `${path.join('.')}: ${said}`)
  }
  const request: CountRequest & Partial<CreateRequest> = parsed.data
  return [...orderFaults(request), ...optionFaults(request)]
}

/**
 * Checks that turns alternate and that each turn begins with answers to the previous turn's calls.
 */
function orderFaults({ messages, tools }: CountRequest): string[] {
  const faults: string[] = []
  let open: string[] = []
  messages.forEach(({ role, content }, index) => {
    const place = `messages.${String(index)}`
    if (messages[index - 1]?.role === role) faults.push(`${place}: roles must alternate`)
    const results = content.filter((block) => block.type === 'tool_result')
    const ids = results.map((block) => block.tool_use_id).toSorted()
    if (JSON.stringify(ids) !== JSON.stringify(open.toSorted())) {
      faults.push(`${place}: tool_use ids were found without tool_result blocks, or the reverse`)
    }
    if (content.slice(0, results.length).some((block) => block.type !== 'tool_result')) {
      faults.push(`${place}: tool_result blocks must come first`)
    }
    open = content.filter((block) => block.type === 'tool_use').map((block) => block.id)
    if ((open.length > 0 || ids.length > 0) && !tools) {
      faults.push(`${place}: Requests which have tool_use blocks must define tools`)
    }
  })
  if (open.length > 0) faults.push('messages: the last calls have no results')
  const last = messages.at(-1)?.content.at(-1)
  if (messages.at(-1)?.role === 'assistant' && last?.type === 'text' && /\s$/.test(last.text)) {
    faults.push('messages: final assistant content cannot end with trailing whitespace')
  }
  return faults
}

function optionFaults(request: CountRequest & Partial<CreateRequest>): string[] {
  const faults: string[] = []
  const { thinking: wish, max_tokens: maximum } = request
  if (wish?.type === 'enabled' && maximum !== undefined && wish.budget_tokens >= maximum) {
    faults.push('`max_tokens` must be greater than `thinking.budget_tokens`')
  }
  const { temperature, top_p: topP } = request
  if (temperature !== undefined && topP !== undefined) {
    faults.push('`temperature` and `top_p` cannot both be specified for this model')
  }
  const isThinking = wish !== undefined && wish.type !== 'disabled'
  if (isThinking && (temperature !== undefined || topP !== undefined)) {
    faults.push('`temperature` and `top_p` may not be set when thinking is enabled')
  }
  const points = JSON.stringify(request).match(/"cache_control":/g) ?? []
  if (points.length > 4) faults.push('A maximum of 4 blocks with cache_control may be provided')
  const documents = request.messages.flatMap(({ role, content }) =>
    role === 'user' ? content.filter((block) => block.type === 'document') : [],
  )
  const cited = documents.filter((block) => block.citations?.enabled)
  if (cited.length > 0 && cited.length < documents.length) {
    faults.push('citations must be enabled on all or none of the documents')
  }
  if (cited.length > 0 && request.output_config?.format) {
    faults.push('citations are not compatible with output_config.format')
  }
  if (request.tool_choice && !request.tools) faults.push('tool_choice: no tools are given')
  return faults
}
