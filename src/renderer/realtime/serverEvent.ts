import { isObject, parseJson, textOf } from '../../shared/json.ts'
import type { JsonObject } from '../../shared/json.ts'

/**
 * The fields of a session's events that the page needs. A field that is missing or has another
 * shape is empty. Source: OpenAI's API description, RealtimeServerEvent.
 */
export interface ServerEvent {
  type: string
  itemId: string
  /** The id, role and status of the answer that an event concerns. */
  role: string
  status: string
  text: string
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
  const error = fieldsOf(event['error'] ?? fieldsOf(response['status_details'])['error'])
  return {
    type,
    itemId: textOf(event['item_id']) || textOf(item['id']),
    role: textOf(item['role']),
    status: textOf(response['status']),
    text: textOf(event['transcript']) || textOf(event['delta']),
    errorCode: textOf(error['code']) || textOf(error['type']),
    errorMessage: textOf(error['message']),
  }
}

function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
