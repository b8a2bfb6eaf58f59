import type { IncomingMessage } from 'node:http'
import { gatherPieces } from './gatherPieces.ts'

/**
 * Returns a response's body as a stream that delivers all data that arrived before a broken
 * connection. Node's own conversion discards unread data. The socket pauses while nobody reads.
 */
export function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const next = gatherPieces(message)
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const pieces = await next()
        // Delivers everything at once, because each piece costs several promises.
        const all = pieces.length > 1 ? Buffer.concat(pieces) : pieces[0]
        if (all) controller.enqueue(all)
        else controller.close()
      },
      cancel() {
        message.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
