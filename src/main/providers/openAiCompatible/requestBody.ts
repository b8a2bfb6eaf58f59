import type OpenAI from 'openai'
import type { Warning } from '../../../shared/chat/parts.ts'
import { toDataUrl } from '../request/dataUrl.ts'
import type { ReplyRequest } from '../reply.ts'
import { toolArgumentsOf } from '../answer/toolInputOf.ts'
import { followsLater, withNotes } from '../request/resultNotes.ts'
import { droppedOptions } from './dialect.ts'
import type { Dialect, Refused } from './dialect.ts'
import { acceptedAfter, preparedText, prepareTurns } from './prepareTurns.ts'
import type { PreparedFile, PreparedPart, PreparedResult, PreparedTurn } from './prepareTurns.ts'
import { reasoningDetailsOf } from './reasoningDetails.ts'
import { bridgeResults, limitCallIds, shortenCallIds } from './strictMessages.ts'

type Body = OpenAI.ChatCompletionCreateParamsStreaming
type Message = OpenAI.ChatCompletionMessageParam

export interface Built<Body> {
  body: Body
  warnings: Warning[]
}

export async function buildBody(
  request: ReplyRequest,
  dialect: Dialect,
  refused: Refused,
): Promise<Built<Body>> {
  const { turns, warnings } = await prepareTurns(request, acceptedAfter(refused, true))
  const tools = refused.has('tools') ? [] : (request.tools ?? [])
  const { effort, answerFormat, outputTokensMaximum } = request
  const { temperature, topP, stopWords = [] } = request
  const body: Body = {
    model: request.modelId,
    messages: toForm(
      turns.flatMap((turn) => toMessages(turn, dialect)),
      refused,
    ),
    stream: true,
    ...(dialect.streamUsage &&
      !refused.has('streamUsage') && { stream_options: { include_usage: true } }),
    ...(outputTokensMaximum !== undefined && { [dialect.outputLimitField]: outputTokensMaximum }),
    ...(effort !== undefined &&
      effort !== 'auto' &&
      !refused.has('effort') && { reasoning_effort: effort }),
    ...(temperature !== undefined && !refused.has('temperature') && { temperature }),
    ...(topP !== undefined && !refused.has('topP') && { top_p: topP }),
    ...(stopWords.length > 0 && !refused.has('stopWords') && { stop: [...stopWords] }),
    ...(answerFormat &&
      !refused.has('answerFormat') && {
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: answerFormat.name,
            schema: { ...answerFormat.schema },
            strict: answerFormat.strict ?? true,
          },
        },
      }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters: { ...parameters } },
      })),
    }),
    ...(tools.length > 0 &&
      request.parallelTools === false &&
      !refused.has('parallelTools') && { parallel_tool_calls: false }),
  }
  return { body, warnings: [...warnings, ...droppedOptions(request, refused)] }
}

function toForm(messages: Message[], refused: Refused): Message[] {
  const bridged = refused.has('userAfterResults') ? bridgeResults(messages) : messages
  return refused.has('anyCallIds') ? shortenCallIds(bridged) : limitCallIds(bridged)
}

function toMessages({ role, parts }: PreparedTurn, dialect: Dialect): Message[] {
  if (role === 'system') {
    const content = preparedText(parts)
    return content === '' ? [] : [{ role, content }]
  }
  return role === 'user' ? userMessages(parts) : assistantMessages(parts, dialect)
}

/**
 * Puts tool results into messages of their own, before the user's text. These hold only text, so
 * their files come first in the user's message.
 */
function userMessages(parts: readonly PreparedPart[]): Message[] {
  const results = parts.flatMap((part): Message[] =>
    part.type === 'toolResult'
      ? [{ role: 'tool', tool_call_id: part.id, content: resultText(part) }]
      : [],
  )
  const hasFiles = parts.some(
    (part) =>
      (part.type === 'prepared' && part.file.kind !== 'text') ||
      (part.type === 'toolResult' && part.files.length > 0),
  )
  const content = hasFiles ? parts.flatMap(toContentPart) : preparedText(parts)
  return content.length === 0 ? results : [...results, { role: 'user', content }]
}

function resultText({ text, files }: PreparedResult): string {
  return files.length === 0 ? text : withNotes(text, [followsLater(files.length)])
}

/**
 * Omits reasoning, unless the service requires it back with the calls that it led to, or sent it in
 * a form meant to be returned.
 */
function assistantMessages(parts: readonly PreparedPart[], dialect: Dialect): Message[] {
  const calls = parts.filter((part) => part.type === 'toolCall')
  const text = preparedText(parts)
  const details = reasoningDetailsOf(parts)
  const thought = details.length > 0 ? { reasoning_details: details } : {}
  if (calls.length === 0) {
    return text === '' ? [] : [{ role: 'assistant', content: text, ...thought }]
  }
  const reasoning = parts.flatMap((part) => (part.type === 'reasoning' ? part.text : [])).join('')
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...thought,
      ...(dialect.reasoningFeedback && reasoning !== '' && { reasoning_content: reasoning }),
      tool_calls: calls.map(({ id, name, arguments: given, signature }) => ({
        id,
        type: 'function',
        function: { name, arguments: toolArgumentsOf(given) },
        ...(signature !== undefined && {
          extra_content: { google: { thought_signature: signature } },
        }),
      })),
    },
  ]
}

function toContentPart(part: PreparedPart): OpenAI.ChatCompletionContentPart[] {
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }]
  if (part.type === 'toolResult') return part.files.map(toFilePart)
  return part.type === 'prepared' ? [toFilePart(part.file)] : []
}

function toFilePart(file: PreparedFile): OpenAI.ChatCompletionContentPart {
  switch (file.kind) {
    case 'text':
      return { type: 'text', text: file.text }
    case 'image':
      return { type: 'image_url', image_url: { url: toDataUrl(file.mediaType, file.base64) } }
    case 'pdf': {
      const data = toDataUrl('application/pdf', file.base64)
      return { type: 'file', file: { filename: file.name, file_data: data } }
    }
    case 'audio':
      return {
        type: 'input_audio',
        input_audio: { data: file.base64, format: file.format },
      }
  }
}
