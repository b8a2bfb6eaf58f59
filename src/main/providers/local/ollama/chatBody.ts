import type { LocalOptions } from '../../../../shared/providers.ts'
import { inputKindOf } from '../../../../shared/chat/inputKind.ts'
import type { Attachment, Warning } from '../../../../shared/chat/parts.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { preparedText, prepareTurns } from '../../openAiCompatible/prepareTurns.ts'
import type { PreparedPart, PreparedTurn } from '../../openAiCompatible/prepareTurns.ts'
import type { ReplyRequest } from '../../reply.ts'
import { followsLater, withNotes } from '../../request/resultNotes.ts'
import { toolInputOf } from '../../answer/toolInputOf.ts'

/** Options that a model may refuse. `effortLevel` is an effort other than on or off. */
const ollamaOptions = ['effortLevel', 'effort', 'tools', 'answerFormat'] as const
export type OllamaOption = (typeof ollamaOptions)[number]
export type Refused = ReadonlySet<OllamaOption>

interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  /** Pictures in base64. */
  images?: string[]
  tool_calls?: { id: string; function: { name: string; arguments: JsonObject } }[]
  tool_name?: string
  tool_call_id?: string
}

/** The body of `POST /api/chat`. https://docs.ollama.com/api/chat */
export interface ChatBody {
  model: string
  messages: Message[]
  stream: true
  think?: boolean | 'low' | 'medium' | 'high'
  tools?: object[]
  format?: object
  options?: {
    num_ctx?: number
    num_predict?: number
    temperature?: number
    top_p?: number
    stop?: string[]
  }
  keep_alive?: string | number
}

/** Returns how long the model stays in memory; empty for the server's default. */
export function keepAliveOf({ keepAliveMinutes }: LocalOptions): Pick<ChatBody, 'keep_alive'> {
  if (keepAliveMinutes === null) return {}
  return { keep_alive: keepAliveMinutes < 0 ? -1 : `${String(keepAliveMinutes)}m` }
}

/** `contextTokens` is the window to load the model with; undefined for the server's choice. */
export async function buildChatBody(
  request: ReplyRequest,
  localOptions: LocalOptions,
  refused: Refused,
  contextTokens: number | undefined,
): Promise<{ body: ChatBody; warnings: Warning[] }> {
  const { turns, warnings } = await prepareTurns(imagesOnly(request), { files: true })
  const { modelId, answerFormat, outputTokensMaximum, temperature, topP, stopWords = [] } = request
  const tools = refused.has('tools') ? [] : (request.tools ?? [])
  const think = thinkOf(request, refused)
  const options = {
    ...(contextTokens !== undefined && { num_ctx: contextTokens }),
    ...(outputTokensMaximum !== undefined && { num_predict: outputTokensMaximum }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stopWords.length > 0 && { stop: [...stopWords] }),
  }
  const body: ChatBody = {
    model: modelId,
    messages: toMessages(turns),
    stream: true,
    ...(think !== undefined && { think }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    ...(answerFormat && !refused.has('answerFormat') && { format: answerFormat.schema }),
    ...(Object.keys(options).length > 0 && { options }),
    ...keepAliveOf(localOptions),
  }
  return { body, warnings: [...warnings, ...droppedOptions(request, refused)] }
}

/** Returns whether a model gets a file as a picture. */
export function takesFile(file: Attachment, request: Pick<ReplyRequest, 'model'>): boolean {
  return inputKindOf(file) === 'image' && request.model?.capabilities?.image !== false
}

/** Limits a request's files to pictures, the only kind that Ollama accepts for any model. */
function imagesOnly(request: ReplyRequest): ReplyRequest {
  const { model } = request
  if (!model) return request
  const capabilities = { ...model.capabilities, pdf: false, audio: false }
  return { ...request, model: { ...model, capabilities } }
}

function thinkOf({ effort, model }: ReplyRequest, refused: Refused): ChatBody['think'] {
  if (effort === undefined || effort === 'auto' || refused.has('effort')) return undefined
  // Models without reasoning refuse the option.
  if (model?.capabilities?.reasoning === false) return undefined
  if (effort === 'none') return false
  return refused.has('effortLevel') ? true : effort
}

function droppedOptions({ effort, tools, answerFormat }: ReplyRequest, refused: Refused) {
  const isThoughtful = effort !== undefined && effort !== 'auto' && effort !== 'none'
  const wanted: Partial<Record<OllamaOption, boolean>> = {
    effort: isThoughtful,
    tools: (tools?.length ?? 0) > 0,
    answerFormat: answerFormat !== undefined,
  }
  return ollamaOptions
    .filter((option) => refused.has(option) && wanted[option] === true)
    .map((option): Warning => ({ code: 'optionDropped', subject: option }))
}

function toMessages(turns: readonly PreparedTurn[]): Message[] {
  const names = new Map<string, string>()
  return turns.flatMap(({ role, parts }): Message[] => {
    for (const part of parts) if (part.type === 'toolCall') names.set(part.id, part.name)
    if (role === 'user') return userMessages(parts, names)
    const message =
      role === 'system' ? { role, content: preparedText(parts) } : assistantMessage(parts)
    return message.content === '' && !('tool_calls' in message) ? [] : [message]
  })
}

/** Puts tool results into messages of their own, before the user's text. */
function userMessages(
  parts: readonly PreparedPart[],
  names: ReadonlyMap<string, string>,
): Message[] {
  const results = parts.flatMap((part): Message[] => {
    if (part.type !== 'toolResult') return []
    const name = names.get(part.id)
    return [
      {
        role: 'tool',
        content:
          part.files.length === 0
            ? part.text
            : withNotes(part.text, [followsLater(part.files.length)]),
        tool_call_id: part.id,
        ...(name !== undefined && { tool_name: name }),
      },
    ]
  })
  const content = preparedText(parts)
  const images = parts.flatMap((part) => {
    if (part.type === 'toolResult') return part.files.map(({ base64 }) => base64)
    return part.type === 'prepared' && part.file.kind === 'image' ? part.file.base64 : []
  })
  if (content === '' && images.length === 0) return results
  return [...results, { role: 'user', content, ...(images.length > 0 && { images }) }]
}

/** Sends reasoning back only together with the calls that it led to. */
function assistantMessage(parts: readonly PreparedPart[]): Message {
  const calls = parts.filter((part) => part.type === 'toolCall')
  const content = preparedText(parts)
  if (calls.length === 0) return { role: 'assistant', content }
  const thinking = parts.flatMap((part) => (part.type === 'reasoning' ? part.text : [])).join('')
  return {
    role: 'assistant',
    content,
    ...(thinking !== '' && { thinking }),
    tool_calls: calls.map(({ id, name, arguments: given }) => ({
      id,
      function: { name, arguments: toolInputOf(given) },
    })),
  }
}
