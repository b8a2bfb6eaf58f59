import type { CallToolResult, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../../shared/json.ts'

const metaKey = 'parley/task'

/** Lets a transport pass on each message as `adapt` returns it. */
export function adaptMessages(
  transport: Transport,
  adapt: (message: JSONRPCMessage) => JSONRPCMessage,
): Transport {
  type Take = NonNullable<Transport['onmessage']>
  let take: Take | undefined
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => take,
    set: (next: Take | undefined) => {
      take = next && ((message, extra) => next(adapt(message) as typeof message, extra))
    },
  })
  return transport
}

/**
 * Returns a message as it is, but a result that is a task, which the SDK would refuse: it becomes an
 * empty result with the task beside it.
 */
export function admitTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message
  const { resultType: _type, _meta: meta, ...task } = message.result
  const result = { resultType: 'complete', content: [], _meta: { ...meta, [metaKey]: task } }
  return { ...message, result }
}

/** Returns the task that a server has given in place of a result; undefined if there is none. */
export function taskOf({ _meta: meta }: CallToolResult): unknown {
  return isObject(meta) ? meta[metaKey] : undefined
}
