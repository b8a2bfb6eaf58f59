import { isObject, objectsOf, parseJson, textOf } from '../../shared/json.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Usage } from '../../shared/chat/parts.ts'

/** A call of a function by the model. */
export interface FunctionCall {
  /** The id that the result must name. */
  id: string
  name: string
  /** As the model wrote them, JSON or not. */
  arguments: string
}

/**
 * The fields of a session's events that the page needs. A field that is missing or has another
 * shape is empty. Source: OpenAI's API description, RealtimeServerEvent.
 */
export interface ServerEvent {
  type: string
  itemId: string
  /** The id and status of the answer that an event concerns, and its item's role. */
  responseId: string
  role: string
  status: string
  text: string
  /** Milliseconds of an answer's sound that the service kept when it cut it; null if missing. */
  audioEndMs: number | null
  /** Tokens of sound that an answer was made of, heard or not; null if unknown. */
  spokenTokens: number | null
  /** Tokens of an answer; null if unknown. */
  usage: Usage | null
  /** Seconds of the user's sound that were transcribed, if that is how they are counted. */
  transcribedSeconds: number | null
  /** When the service ends the session, in milliseconds since 1970; null if it does not say. */
  expiresAt: number | null
  /** The `purpose` of a request that is no part of the conversation; empty for an ordinary answer. */
  purpose: string
  /** The whole text of an answer that is written, not spoken. */
  writtenText: string
  /** The function calls in the event of which all arguments are there. */
  calls: FunctionCall[]
  /** The id of the call whose result the service has taken. */
  resultOf: string
  /** Whether an answer has something that is said, beside its calls. */
  hasMessage: boolean
  /** The service's error code and sentence; without a code the type of the error. */
  errorCode: string
  errorMessage: string
}

/** Returns the event; undefined if the data is none. */
export function readServerEvent(data: unknown): ServerEvent | undefined {
  const event = fieldsOf(parseJson(textOf(data)))
  const type = textOf(event['type'])
  if (type === '') return undefined
  const item = fieldsOf(event['item'])
  const response = fieldsOf(event['response'])
  const spoken = fieldsOf(fieldsOf(response['usage'])['output_token_details'])
  const error = fieldsOf(event['error'] ?? fieldsOf(response['status_details'])['error'])
  return {
    type,
    itemId: textOf(event['item_id']) || textOf(item['id']),
    responseId: textOf(event['response_id']) || textOf(response['id']),
    role: textOf(item['role']),
    status: textOf(response['status']),
    text: textOf(event['transcript']) || textOf(event['delta']),
    audioEndMs: countOf(event['audio_end_ms']),
    spokenTokens: countOf(spoken['audio_tokens']),
    usage: usageOf(response['usage']),
    transcribedSeconds: durationOf(event['usage']),
    expiresAt: secondsOf(fieldsOf(event['session'])['expires_at']),
    purpose: textOf(fieldsOf(response['metadata'])['purpose']),
    writtenText: objectsOf(response['output'])
      .flatMap(({ content }) => objectsOf(content))
      .map(({ text }) => textOf(text))
      .join(''),
    calls: callsIn(event),
    resultOf: item['type'] === 'function_call_output' ? textOf(item['call_id']) : '',
    hasMessage: objectsOf(response['output']).some(({ type: kind }) => kind === 'message'),
    errorCode: textOf(error['code']) || textOf(error['type']),
    errorMessage: textOf(error['message']),
  }
}

/** An item that was cut off is left out: its arguments are not whole. */
function callsIn(event: JsonObject): FunctionCall[] {
  const { type, item, response } = event
  if (type === 'response.function_call_arguments.done') return [callOf(event)]
  const done = type === 'response.output_item.done' ? [item] : []
  return [...objectsOf(done), ...objectsOf(fieldsOf(response)['output'])]
    .filter(({ type: kind, status = 'completed' }) => {
      return kind === 'function_call' && status === 'completed'
    })
    .map(callOf)
}

function callOf(fields: JsonObject): FunctionCall {
  return {
    id: textOf(fields['call_id']),
    name: textOf(fields['name']),
    arguments: textOf(fields['arguments']),
  }
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function secondsOf(value: unknown): number | null {
  const seconds = countOf(value)
  return seconds === null || seconds === 0 ? null : seconds * 1000
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null
}

function durationOf(value: unknown): number | null {
  const seconds = fieldsOf(value)['seconds']
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null
}

function usageOf(value: unknown): Usage | null {
  const usage = fieldsOf(value)
  const inputTokens = countOf(usage['input_tokens'])
  const outputTokens = countOf(usage['output_tokens'])
  if (inputTokens === null || outputTokens === null) return null
  const input = fieldsOf(usage['input_token_details'])
  const cached = fieldsOf(input['cached_tokens_details'])
  const output = fieldsOf(usage['output_token_details'])
  return {
    inputTokens,
    outputTokens,
    cachedTokens: countOf(input['cached_tokens']) ?? 0,
    audioInputTokens: countOf(input['audio_tokens']) ?? 0,
    cachedAudioTokens: countOf(cached['audio_tokens']) ?? 0,
    audioOutputTokens: countOf(output['audio_tokens']) ?? 0,
  }
}
