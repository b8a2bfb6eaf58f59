import { isObject, objectsOf, parseJson, textOf } from '../../shared/json.ts'
import type { JsonObject } from '../../shared/json.ts'

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
  /** When the service ends the session, in milliseconds since 1970; null if it does not say. */
  expiresAt: number | null
  /** What the page wanted an answer for; empty for one that is part of the conversation. */
  purpose: string
  /** The whole text of an answer that is written, not spoken. */
  writtenText: string
  /** The service's error code and sentence. */
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
    expiresAt: secondsOf(fieldsOf(event['session'])['expires_at']),
    purpose: textOf(fieldsOf(response['metadata'])['purpose']),
    writtenText: objectsOf(response['output'])
      .flatMap(({ content }) => objectsOf(content))
      .map(({ text }) => textOf(text))
      .join(''),
    errorCode: textOf(error['code']) || textOf(error['type']),
    errorMessage: textOf(error['message']),
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
  return typeof value === 'number' && value >= 0 ? value : null
}
