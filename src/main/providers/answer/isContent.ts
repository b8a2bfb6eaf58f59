import { isObject, textOf } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Events that come before any output, or that carry none. */
const preludes: ReadonlySet<string> = new Set([
  ...['response.created', 'response.queued', 'response.in_progress', 'response.content_part.added'],
  ...['message_start', 'messageStart', 'content_block_stop', 'ping', 'keepalive', 'error'],
])

/**
 * Tells whether an event of an answer shows that the model has made something, which is to be paid
 * for, even if it is not shown yet: a call that begins, hidden reasoning, a search.
 */
export function isContent(json: JsonObject, name = ''): boolean {
  const { choices } = json
  if (Array.isArray(choices)) return choices.some(hasDelta)
  const type = textOf(json['type']) || name
  // llama.cpp's own completions have neither type nor name.
  if (type === '') return !isEmpty(json['content'])
  if (preludes.has(type)) return false
  if (type === 'response.output_item.added') return isBegun(json['item'], 'message')
  if (type === 'content_block_start') return isBegun(json['content_block'], 'text')
  return true
}

/** Returns true for an item that is more than an empty one of the plain type. */
function isBegun(item: unknown, plain: string): boolean {
  if (!isObject(item)) return false
  return item['type'] !== plain || !isEmpty(item['text']) || !isEmpty(item['content'])
}

/** Every field of a delta but the role is something that the model has made. */
function hasDelta(choice: unknown): boolean {
  if (!isObject(choice)) return false
  if (!isEmpty(choice['text'])) return true
  const delta = choice['delta'] ?? choice['message']
  return (
    isObject(delta) &&
    Object.entries(delta).some(([name, value]) => name !== 'role' && !isEmpty(value))
  )
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}
