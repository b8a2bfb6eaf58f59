import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../shared/json.ts'

/** Pages of a list that are read in a row. The SDK throws everything away past its own limit. */
export const maxListPages = 50

const boundedMethods = ['tools/list', 'prompts/list', 'resources/templates/list']

/**
 * Ends each list of a server after 50 pages, or when a cursor comes back, by leaving out the next
 * cursor: what was read is kept. `onEnd` gets the method of each list that is read to its end, and
 * whether it was cut. Lists of resources are not bounded: the user asks for each of their pages.
 */
export function boundLists(
  transport: Transport,
  onEnd: (method: string, isCut: boolean) => void,
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
    if (!request || !('result' in message)) return message
    const { method, seen } = request
    if (next === undefined) {
      onEnd(method, false)
      return message
    }
    if (seen.length + 1 < maxListPages && !seen.includes(next)) {
      walks.set(`${method} ${next}`, [...seen, next])
      return message
    }
    onEnd(method, true)
    const { nextCursor: _next, ...result } = message.result
    return { ...message, result }
  }
}

/** The methods whose list was cut when it was read last. */
const cutLists = new WeakMap<Client, Set<string>>()

/** Notes that a server's list was read to its end, and whether it was cut. */
export function noteListEnd(client: Client, method: string, isCut: boolean): void {
  const methods = cutLists.get(client) ?? new Set()
  if (isCut) methods.add(method)
  else methods.delete(method)
  cutLists.set(client, methods)
}

/** Tells whether the list that a client has just read was cut. */
export function isListCut(client: Client, method: string): boolean {
  return cutLists.get(client)?.has(method) ?? false
}

function cursorOf(value: unknown, name: string): string | undefined {
  const cursor = isObject(value) ? value[name] : undefined
  return typeof cursor === 'string' ? cursor : undefined
}
