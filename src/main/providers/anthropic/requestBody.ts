import type { Anthropic } from '@anthropic-ai/sdk'
import type { Warning } from '../../../shared/chat/parts.ts'
import type { FileInput, ReplyRequest } from '../reply.ts'
import { setCachePoints } from './setCachePoints.ts'
import type { Concession } from './concession.ts'
import type { Dialect, SamplingFields } from './dialect.ts'
import { fileBlock } from './files.ts'
import type { FileOptions } from './files.ts'
import { toConversation } from './toConversation.ts'
import type { Conversation } from './toConversation.ts'
import { samplingOf, samplingRules } from './sampling.ts'
import { isThinking, noThinking, thinkingOf } from './thinking.ts'

export type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'> & SamplingFields

export interface Built {
  body: Body
  warnings: Warning[]
}

export interface BuildOptions extends Concession {
  dialect: Dialect
  upload: FileOptions['upload']
}

/** Most models allow more. Some allow less, and their refusal names the limit. */
const outputTokensDefault = 16_000

export async function buildBody(request: ReplyRequest, options: BuildOptions): Promise<Built> {
  const { dialect } = options
  const { turns, answerFormat, model } = request
  // The API supports either citations or JSON output, not both.
  const format = answerFormat && dialect.answerFormat ? answerFormat : undefined
  const citations = dialect.citations && answerFormat === undefined
  const ofFiles: Warning[] = []
  const { upload } = options
  const { documents, images } = dialect
  const warn = (warning: Warning) => void ofFiles.push(warning)
  const conversation = await toConversation(turns, {
    reasoning: options.reasoning,
    toBlock: (file: FileInput) =>
      fileBlock(file, { model, citations, documents, images, upload, warn }),
  })
  const { system, messages } = conversation
  const warnings = [...conversation.warnings, ...ofFiles]
  const tools = toolsOf(request, messages)
  if (dialect.cachePoints) setCachePoints(tools, conversation)
  const outputTokensMaximum = outputLimit(request, options)
  const chosen = options.thinking ? thinkingOf(request, dialect, outputTokensMaximum) : noThinking
  const { thinking, effort, dropped } = chosen
  const serial = request.parallelTools === false && request.tools !== undefined && tools.length > 0
  const drop = (subject: string) => warnings.push({ code: 'optionDropped', subject })
  const sampling = samplingOf(request, samplingRules(request.modelId, dialect, isThinking(chosen)))
  if (dropped) drop('effort')
  sampling.dropped.forEach(drop)
  if (answerFormat && !format) drop('answerFormat')
  if (serial && !dialect.parallelTools) drop('parallelTools')
  return {
    warnings,
    body: {
      model: request.modelId,
      max_tokens: outputTokensMaximum,
      ...(system.length > 0 && { system }),
      messages,
      ...(thinking && { thinking }),
      ...sampling.fields,
      ...((effort ?? format) && {
        output_config: {
          ...(effort && { effort }),
          ...(format && { format: await toFormat(format.schema) }),
        },
      }),
      ...(tools.length > 0 && { tools }),
      ...choiceOf(request, serial && dialect.parallelTools, tools.length > 0),
    },
  }
}

function outputLimit(
  request: ReplyRequest,
  { dialect, outputTokensMaximum }: BuildOptions,
): number {
  const wished =
    request.outputTokensMaximum ?? request.model?.outputTokensMaximum ?? outputTokensDefault
  return Math.min(
    wished,
    dialect.outputTokensMaximum ?? Number.POSITIVE_INFINITY,
    outputTokensMaximum ?? Number.POSITIVE_INFINITY,
  )
}

/**
 * Returns the tools. Calls in earlier turns require their tools, even if no new call is allowed.
 */
function toolsOf(request: ReplyRequest, messages: Conversation['messages']): Anthropic.Tool[] {
  if (request.tools && request.tools.length > 0) {
    return request.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: { ...parameters, type: 'object' },
    }))
  }
  const names = new Set<string>()
  for (const block of messages.flatMap(({ content }) => content)) {
    if (block.type === 'tool_use') names.add(block.name)
  }
  return [...names].map((name) => ({ name, input_schema: { type: 'object' } }))
}

function choiceOf(
  request: ReplyRequest,
  serial: boolean,
  hasTools: boolean,
): Pick<Body, 'tool_choice'> {
  if (!hasTools) return {}
  if (!request.tools || request.tools.length === 0) return { tool_choice: { type: 'none' } }
  return serial ? { tool_choice: { type: 'auto', disable_parallel_tool_use: true } } : {}
}

/** Lets the package rewrite the parts of JSON Schema that the service refuses. */
async function toFormat(
  schema: Readonly<Record<string, unknown>>,
): Promise<Anthropic.JSONOutputFormat> {
  const { transformJSONSchema } = await import('@anthropic-ai/sdk/lib/transform-json-schema')
  try {
    return { type: 'json_schema', schema: transformJSONSchema(schema) }
  } catch {
    // The service may accept a schema that the package rejects.
    return { type: 'json_schema', schema }
  }
}
