import type {
  ContentBlock,
  ConverseStreamCommandInput,
  ToolConfiguration,
} from '@aws-sdk/client-bedrock-runtime'
import type { Warning } from '../../../shared/chat/parts.ts'
import type { Concession } from '../anthropic/concession.ts'
import type { ReplyRequest, Tool } from '../reply.ts'
import type { Message } from '../request/turnMessages.ts'
import { setCachePoints } from './setCachePoints.ts'
import { toConversation } from './toConversation.ts'
import type { Dialect } from './dialect.ts'
import { createDocumentNames } from './documentNames.ts'
import { effortOf, noEffort } from './effort.ts'
import { fileBlock } from './fileBlock.ts'
import { chooseSampling } from '../request/sampling.ts'
import { converseRules } from './sampling.ts'

export interface Built {
  input: ConverseStreamCommandInput
  warnings: Warning[]
}

export interface BuildOptions extends Concession {
  dialect: Dialect
}

/** Sent only if thinking gets a share of the answer's tokens. */
const outputTokensDefault = 16_000

/**
 * Builds the input of ConverseStream.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export async function buildConverseInput(
  request: ReplyRequest,
  options: BuildOptions,
): Promise<Built> {
  const { dialect, reasoning, thinking } = options
  const { modelId, turns, model, answerFormat } = request
  const nameDocument = createDocumentNames()
  const ofFiles: Warning[] = []
  const warn = (warning: Warning) => void ofFiles.push(warning)
  const conversation = await toConversation(turns, {
    reasoning,
    system: dialect.system,
    tools: dialect.tools,
    toBlock: (file) => fileBlock(file, { model, dialect, nameDocument, warn }),
  })
  const { system, messages } = conversation
  const warnings = [...conversation.warnings, ...ofFiles]
  const toolConfig = toolsOf(request, messages, dialect)
  if (dialect.cachePoints) setCachePoints(conversation, toolConfig)
  const limit = outputLimit(request, options)
  const effort = thinking ? effortOf(request, dialect, limit ?? outputTokensDefault) : noEffort
  const maxTokens = limit ?? (effort.needsLimit ? outputTokensDefault : undefined)
  const format = answerFormat && dialect.answerFormat ? answerFormat : undefined
  const drop = (subject: string) => warnings.push({ code: 'optionDropped', subject })
  const sampling = chooseSampling(request, converseRules(modelId, dialect, effort.thinks))
  const inferenceConfig = {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(sampling.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling.topP !== undefined && { topP: sampling.topP }),
    ...(sampling.stopWords && { stopSequences: sampling.stopWords }),
  }
  if (effort.dropped) drop('effort')
  sampling.dropped.forEach(drop)
  if (answerFormat && !format) drop('answerFormat')
  if (request.tools?.length && !dialect.tools) drop('tools')
  if (request.parallelTools === false && toolConfig) drop('parallelTools')
  return {
    warnings,
    input: {
      modelId,
      messages,
      ...(system.length > 0 && { system }),
      ...(Object.keys(inferenceConfig).length > 0 && { inferenceConfig }),
      ...(toolConfig && { toolConfig }),
      ...((effort.effort ?? format) && {
        outputConfig: {
          ...(effort.effort && { effort: effort.effort }),
          ...(format && { textFormat: toTextFormat(format) }),
        },
      }),
      ...(effort.fields && { additionalModelRequestFields: effort.fields }),
    },
  }
}

function outputLimit(request: ReplyRequest, { dialect, outputTokensMaximum }: BuildOptions) {
  const wished = request.outputTokensMaximum ?? request.model?.outputTokensMaximum
  if (wished === undefined) return undefined
  return Math.min(wished, dialect.outputTokensMaximum, outputTokensMaximum ?? wished)
}

/**
 * Returns the tools. Calls in earlier turns require their tools, even if no new call is allowed.
 */
function toolsOf(
  { tools = [] }: ReplyRequest,
  messages: readonly Message<ContentBlock>[],
  dialect: Dialect,
): ToolConfiguration | undefined {
  if (!dialect.tools) return undefined
  const named = new Map<string, Tool>(tools.map((tool) => [tool.name, tool]))
  const calls = tools.length > 0 ? [] : messages.flatMap(({ content }) => content)
  for (const { toolUse } of calls) {
    const name = toolUse?.name
    if (name !== undefined) named.set(name, { name, description: '', parameters: {} })
  }
  if (named.size === 0) return undefined
  return { tools: [...named.values()].map((tool) => ({ toolSpec: toSpec(tool) })) }
}

type Json = Exclude<ConverseStreamCommandInput['additionalModelRequestFields'], undefined>

function toSpec({ name, description, parameters }: Tool) {
  const json = { ...parameters, type: 'object' } as Json
  return { name, ...(description !== '' && { description }), inputSchema: { json } }
}

function toTextFormat({ name, schema }: NonNullable<ReplyRequest['answerFormat']>) {
  const structure = { jsonSchema: { name, schema: JSON.stringify(schema) } }
  return { type: 'json_schema' as const, structure }
}
