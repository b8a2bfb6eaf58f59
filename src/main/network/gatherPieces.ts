import type { IncomingMessage } from 'node:http'

/** The pieces that wait for their reader, before the connection pauses. One more may come. */
const maxHeldBytes = 256 * 1024

/** Resolves to what has arrived since the last call: at least one piece, or none at the end. */
export type NextPieces = () => Promise<Buffer<ArrayBuffer>[]>

/**
 * Gathers the pieces of an answer's body until somebody asks for them. The socket pauses while
 * nobody does. Errors: Node's own, after all that arrived before; also of an answer that ends too
 * early.
 */
export function gatherPieces(message: IncomingMessage): NextPieces {
  let held: Buffer<ArrayBuffer>[] = []
  let heldBytes = 0
  let end: { error: Error | undefined } | undefined
  let arrived = Promise.withResolvers<void>()

  message.on('data', (piece: Buffer<ArrayBuffer>) => {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes > maxHeldBytes) message.pause()
    arrived.resolve()
  })
  const finish = (error?: Error) => {
    end ??= { error }
    arrived.resolve()
  }
  message.once('end', () => {
    finish()
  })
  message.once('error', finish)
  const close = () => {
    finish(message.complete ? undefined : new Error('The connection was closed'))
  }
  message.once('close', close)
  // It broke before anybody listened: no event will tell.
  if (message.destroyed) close()

  return async () => {
    while (held.length === 0 && !end) {
      arrived = Promise.withResolvers<void>()
      await arrived.promise
    }
    if (held.length === 0 && end?.error) throw end.error
    const pieces = held
    held = []
    heldBytes = 0
    message.resume()
    return pieces
  }
}
