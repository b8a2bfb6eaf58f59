import type { MessagePortMain } from 'electron'
import { toWire } from '../../shared/errors.ts'
import type { Caller } from '../../shared/ipc/define.ts'
import { ACKNOWLEDGED, type StreamMessage } from '../../shared/ipc/wire.ts'
import { parseInput, type Entry } from './registry.ts'
import { createFrameQueue } from './frameQueue.ts'

/**
 * Runs a stream over its port until it ends, fails or the port closes. A reload, a crash and a page
 * that cancels all close the port, which aborts the work.
 */
export async function openStream(
  { definition, handler }: Entry<'stream'>,
  input: unknown,
  caller: Caller,
  port: MessagePortMain,
): Promise<unknown> {
  const abort = new AbortController()
  const post = (message: StreamMessage): void => {
    if (!abort.signal.aborted) port.postMessage(message)
  }
  const queue = createFrameQueue({
    post: (frames) => {
      post({ type: 'frames', frames })
    },
    join: definition.join,
  })
  port.on('message', ({ data }) => {
    if (data === ACKNOWLEDGED) queue.acknowledge()
  })
  port.on('close', () => {
    abort.abort()
    queue.close()
  })
  port.start()

  let failure: unknown
  try {
    const parsed = parseInput(definition.input, input)
    const frames = handler(parsed, abort.signal, caller) as AsyncIterable<unknown>
    for await (const frame of frames) {
      const room = queue.push(definition.frame.parse(frame))
      if (room) await room
      if (abort.signal.aborted) break
    }
    queue.flush()
    post({ type: 'end' })
  } catch (error) {
    failure = error
    queue.flush()
    post({ type: 'error', error: toWire(error) })
  }
  queue.close()
  port.close()
  return failure
}
