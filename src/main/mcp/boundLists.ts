import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../shared/json.ts'

/** Pages of a list that are read in a row. The SDK throws everything away past its own limit. */
export const listPagesMaximum = 50

const boundedMethods = ['tools/list', 'prompts/list', 'resources/templates/list']

/**
 * Ends each list of a server after 50 pages, or when a cursor comes back, by leaving out the next
 * cursor: what was read is kept. `onCut` gets the method, once for each list that is cut. Lists of
 * resources are not bounded: the user asks for each of their pages.
 */
export function boundLists(
  transport: Transport,
  onCut: (method: string) => void,
): (message: JSONRPCMessage) => JSONRPCMessage {
  /** The requests for pages that have no answer yet, by id. */
  const asked = new Map<string | number, { method: string; seen: readonly string[] }>()
  /** The cursors of the list that is being read, by method and the cursor that comes next. */
  const walks = new Map<string, readonly string[]>()
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    if ('method' in message && 'id' in message && boundedMethods.includes(message.method)) {
      const { id, method, params } = message
      const walk = `${method} ${cursorOf(params, 'cursor') ?? ''}`
      asked.set(id, { method, seen: walks.get(walk) ?? [] })
      walks.delete(walk)
    }
    return send(message, options)
  }
  return (message) => {
    if (!('id' in message) || message.id === undefined || 'method' in message) return message
    const request = asked.get(message.id)
    asked.delete(message.id)
    const next = 'result' in message ? cursorOf(message.result, 'nextCursor') : undefined
    if (!request || next === undefined || !('result' in message)) return message
    const { method, seen } = request
    if (seen.length + 1 < listPagesMaximum && !seen.includes(next)) {
      walks.set(`${method} ${next}`, [...seen, next])
      return message
    }
    onCut(method)
    const { nextCursor: _next, ...result } = message.result
    return { ...message, result }
  }
}

function cursorOf(value: unknown, name: string): string | undefined {
  const cursor = isObject(value) ? value[name] : undefined
  return typeof cursor === 'string' ? cursor : undefined
}
