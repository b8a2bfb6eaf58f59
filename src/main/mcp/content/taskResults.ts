import type { CallToolResult, JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isObject } from '../../../shared/json.ts'

const metaKey = 'parley/task'

/**
 * Lets a transport pass on results that are tasks, which the SDK would refuse: they become empty
 * results with the task beside them.
 */
export function admitTasks(transport: Transport): Transport {
  type Take = NonNullable<Transport['onmessage']>
  let take: Take | undefined
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => take,
    set: (next: Take | undefined) => {
      take = next && ((message, extra) => next(asResult(message), extra))
    },
  })
  return transport
}

function asResult<Message extends JSONRPCMessage>(message: Message): Message {
  if (!('result' in message) || message.result['resultType'] !== 'task') return message
  const { resultType: _type, _meta: meta, ...task } = message.result
  const result = { resultType: 'complete', content: [], _meta: { ...meta, [metaKey]: task } }
  return { ...message, result }
}

/** Returns the task that a server has given in place of a result; undefined if there is none. */
export function taskOf({ _meta: meta }: CallToolResult): unknown {
  return isObject(meta) ? meta[metaKey] : undefined
}
