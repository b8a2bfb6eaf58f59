import type OpenAI from 'openai'
import type { ReasoningPart } from '../../../shared/chat/parts.ts'
import { toDataUrl } from '../request/dataUrl.ts'
import { droppedOptions } from '../openAiCompatible/dialect.ts'
import type { Refused } from '../openAiCompatible/dialect.ts'
import { acceptedAfter, prepareTurns } from '../openAiCompatible/prepareTurns.ts'
import type {
  PreparedFile,
  PreparedPart,
  PreparedResult,
  PreparedTurn,
} from '../openAiCompatible/prepareTurns.ts'
import type { Built } from '../openAiCompatible/requestBody.ts'
import { limitCallId } from '../openAiCompatible/strictMessages.ts'
import type { HostedPictures } from '../../../shared/media/hostedPictures.ts'
import type { ReplyRequest } from '../reply.ts'
import { toolArgumentsOf } from '../answer/toolInputOf.ts'
import { sentPictures, type SentPictures } from './sentPictures.ts'

const maxIdLength = 64

type Body = OpenAI.Responses.ResponseCreateParamsStreaming
type Item = OpenAI.Responses.ResponseInputItem
type Content = OpenAI.Responses.ResponseInputContent

/**
 * Builds a request that the service does not store (`store: false`). It returns reasoning in
 * encrypted form, and the next request sends it back.
 */
export async function buildResponsesBody(
  request: ReplyRequest,
  refused: Refused,
  built: ToolOptions,
): Promise<Built<Body>> {
  const { turns, warnings } = await prepareTurns(request, acceptedAfter(refused, false))
  const { answerFormat, outputTokensMaximum, temperature, topP } = request
  const tools = toolsOf(request, refused, built)
  const reasoning = reasoningOf(request, refused)
  const sending = sendingOf(request, turns, refused)
  const body: Body = {
    model: request.modelId,
    input: turns.flatMap((turn) => toItems(turn, sending)),
    stream: true,
    store: false,
    ...(reasoning && { reasoning }),
    ...(reasoning &&
      !refused.has('encryptedReasoning') && { include: ['reasoning.encrypted_content'] }),
    ...(outputTokensMaximum !== undefined && { max_output_tokens: outputTokensMaximum }),
    ...(temperature !== undefined && !refused.has('temperature') && { temperature }),
    ...(topP !== undefined && !refused.has('topP') && { top_p: topP }),
    ...(answerFormat &&
      !refused.has('answerFormat') && {
        text: {
          format: {
            type: 'json_schema',
            name: answerFormat.name,
            schema: { ...answerFormat.schema },
            strict: answerFormat.strict ?? true,
          },
        },
      }),
    ...(tools.length > 0 && { tools }),
    ...(makesPictures(request, refused) && { max_tool_calls: request.pictures.maximum }),
    ...(tools.length > 0 &&
      request.parallelTools === false &&
      !refused.has('parallelTools') && { parallel_tool_calls: false }),
  }
  return { body, warnings: [...warnings, ...droppedOptions(request, refused)] }
}

interface ToolOptions {
  webSearch: boolean
  /** False if a header names the model for pictures. */
  namesPictureModel: boolean
}

/** Each costs a little; they show that something is under way. */
const draftsPerPicture = 2

function makesPictures(
  request: ReplyRequest,
  refused: Refused,
): request is ReplyRequest & { pictures: HostedPictures } {
  return request.pictures !== undefined && !refused.has('pictures')
}

function toolsOf(
  request: ReplyRequest,
  refused: Refused,
  { webSearch, namesPictureModel }: ToolOptions,
): OpenAI.Responses.Tool[] {
  const named = namesPictureModel && request.pictures?.model
  const pictures = makesPictures(request, refused)
    ? [
        {
          type: 'image_generation' as const,
          partial_images: draftsPerPicture,
          ...(named && { model: named }),
          ...sizeAndQuality(request.pictures),
        },
      ]
    : []
  const search = webSearch ? [{ type: 'web_search_preview' as const }] : []
  const own = refused.has('tools') ? [] : (request.tools ?? [])
  const functions = own.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    parameters: { ...parameters },
    strict: false,
  }))
  // A refusal points to a function by its place.
  return [...functions, ...search, ...pictures]
}

/** The service takes more of each than its package knows. */
function sizeAndQuality({ size, quality }: HostedPictures) {
  return {
    ...(size !== undefined && { size }),
    ...(quality !== undefined && {
      quality: quality as NonNullable<OpenAI.Responses.Tool.ImageGeneration['quality']>,
    }),
  }
}

/** Returns reasoning options only for models known to reason, or for a requested effort. */
function reasoningOf(
  { effort, model }: ReplyRequest,
  refused: Refused,
): OpenAI.Reasoning | undefined {
  const wanted = effort !== undefined && effort !== 'auto' && !refused.has('effort')
  if (!wanted && model?.capabilities?.reasoning !== true) return undefined
  return {
    ...(wanted && { effort }),
    ...(!refused.has('reasoningSummary') && { summary: 'auto' }),
  }
}

/**
 * Returns the ids of calls to custom tools, whose arguments are free text rather than JSON. An
 * object that was cut off is no free text.
 */
function customCallsOf(turns: readonly PreparedTurn[]): ReadonlySet<string> {
  const parts = turns.flatMap((turn) => turn.parts)
  const custom = parts.filter(
    (part) => part.type === 'toolCall' && /^\s*[^{\s]/.test(part.arguments),
  )
  return new Set(custom.flatMap((part) => (part.type === 'toolCall' ? part.id : [])))
}

/** Other services' ids may be longer than this one takes. */
function toCallId(id: string): string {
  return limitCallId(id, maxIdLength)
}

/** Options for writing the turns of a chat into a request. */
interface Sending {
  customCalls: ReadonlySet<string>
  reasoningItems: boolean
  pictures: SentPictures
}

function sendingOf(
  request: ReplyRequest,
  turns: readonly PreparedTurn[],
  refused: Refused,
): Sending {
  const reasoningItems = !refused.has('reasoningItems')
  // Without the tool, or where its items are not taken, pictures are what the user shows.
  const asItem = makesPictures(request, refused) && reasoningItems
  return {
    customCalls: customCallsOf(turns),
    reasoningItems,
    pictures: sentPictures(turns, asItem),
  }
}

function toItems({ role, parts }: PreparedTurn, sending: Sending): Item[] {
  const { customCalls, pictures } = sending
  if (role === 'assistant') return assistantItems(parts, sending)
  const results = parts.flatMap((part): Item[] => {
    if (part.type !== 'toolResult' || pictures.has(part.id)) return []
    const type = customCalls.has(part.id) ? 'custom_tool_call_output' : 'function_call_output'
    return [{ type, call_id: toCallId(part.id), output: resultOutput(part) }]
  })
  const shown = parts.flatMap((part) =>
    part.type === 'toolResult' ? pictures.shown(part).flatMap(fileContent) : [],
  )
  const content = [...shown, ...parts.flatMap(toContent)]
  return content.length === 0 ? results : [...results, { type: 'message', role, content }]
}

/** Returns a result's output. Plain text is a string, which all models and servers accept. */
function resultOutput({ text, files }: PreparedResult): string | Content[] {
  if (files.length === 0) return text
  const said: Content[] = text === '' ? [] : [{ type: 'input_text', text }]
  return [...said, ...files.flatMap(fileContent)]
}

/** Returns items in their original order: a call must follow its reasoning. */
function assistantItems(
  parts: readonly PreparedPart[],
  { customCalls, reasoningItems, pictures }: Sending,
): Item[] {
  const items = parts.flatMap((part): Item[] => {
    switch (part.type) {
      case 'text':
        return part.text === '' ? [] : [{ type: 'message', role: 'assistant', content: part.text }]
      case 'reasoning':
        return reasoningItems ? reasoningItem(part) : []
      case 'toolCall': {
        const { id, name, arguments: given } = part
        if (pictures.has(id)) return pictures.item(id)
        const call = { call_id: toCallId(id), name }
        return customCalls.has(id)
          ? [{ type: 'custom_tool_call', ...call, input: given }]
          : [{ type: 'function_call', ...call, arguments: toolArgumentsOf(given) }]
      }
      case 'toolResult':
      case 'prepared':
        return []
    }
  })
  // The service refuses reasoning without a following item, as in a stopped answer.
  while (items.at(-1)?.type === 'reasoning') items.pop()
  return items
}

/**
 * Returns a reasoning item only with its content: without it, the service would search its store.
 */
function reasoningItem({ itemId, encrypted, text }: ReasoningPart): Item[] {
  if (itemId === undefined || encrypted === undefined) return []
  const summary = text === '' ? [] : [{ type: 'summary_text' as const, text }]
  return [{ type: 'reasoning', id: itemId, encrypted_content: encrypted, summary }]
}

function toContent(part: PreparedPart): Content[] {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'input_text', text: part.text }]
  return part.type === 'prepared' ? fileContent(part.file) : []
}

function fileContent(file: PreparedFile): Content[] {
  switch (file.kind) {
    case 'text':
      return [{ type: 'input_text', text: file.text }]
    case 'image': {
      const url = toDataUrl(file.mediaType, file.base64)
      return [{ type: 'input_image', image_url: url, detail: 'auto' }]
    }
    case 'pdf': {
      const data = toDataUrl('application/pdf', file.base64)
      return [{ type: 'input_file', filename: file.name, file_data: data }]
    }
    case 'audio':
      return []
  }
}
