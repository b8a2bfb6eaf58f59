import type { IncomingMessage } from 'node:http'

const heldBytesMaximum = 256 * 1024

/**
 * Returns a response's body as a stream that delivers all data that arrived before a broken
 * connection. Node's own conversion discards unread data. The socket pauses while nobody reads.
 */
export function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array<ArrayBuffer>[] = []
  let heldBytes = 0
  let end: { error: unknown } | undefined
  let arrived = Promise.withResolvers<void>()

  message.on('data', (piece: Buffer<ArrayBuffer>) => {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes > heldBytesMaximum) message.pause()
    arrived.resolve()
  })
  const finish = (error: unknown) => {
    end ??= { error }
    arrived.resolve()
  }
  message.once('end', () => {
    finish(undefined)
  })
  message.once('error', finish)
  message.once('close', () => {
    finish(message.complete ? undefined : new Error('The connection was closed'))
  })

  async function next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (held.length === 0 && !end) {
      arrived = Promise.withResolvers<void>()
      await arrived.promise
    }
    // Delivers everything at once, because each piece costs several promises.
    const all = held.length > 1 ? Buffer.concat(held) : held[0]
    held = []
    heldBytes = 0
    message.resume()
    return all
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await next()
        if (piece) controller.enqueue(piece)
        else if (end?.error) controller.error(end.error)
        else controller.close()
      },
      cancel() {
        message.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
