import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../shared/errors.ts'
import { gatherPieces } from '../../network/gatherPieces.ts'

const silenceMilliseconds = 60_000
const bufferBytes = 512 * 1024

/**
 * Yields what has arrived of an answer, each time in the same buffer: it is the reader's until the
 * next is asked for. Leaving the loop early closes the connection. Errors: timeout after a minute of
 * silence, and Node's own, also of an answer that ends too early.
 */
export async function* readPieces(
  message: IncomingMessage,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const stop = (): void => void message.destroy(new AppError('aborted', 'It was stopped'))
  message.setTimeout(silenceMilliseconds, () => {
    message.destroy(new AppError('timeout', 'The server has fallen silent'))
  })
  signal.addEventListener('abort', stop, { once: true })
  const next = gatherPieces(message)
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  try {
    for (let pieces = await next(); pieces.length > 0; pieces = await next()) {
      yield* fill(buffer, pieces)
    }
    if (!message.complete) throw new AppError('connectionFailed', 'The answer ends too early')
  } finally {
    signal.removeEventListener('abort', stop)
    message.setTimeout(0)
    message.destroy()
  }
}

/** Yields the bytes of the pieces in the buffer, and frees the pieces. */
function* fill(
  buffer: Buffer<ArrayBuffer>,
  pieces: readonly Buffer<ArrayBuffer>[],
): Iterable<Uint8Array> {
  let filled = 0
  for (const piece of pieces) {
    let taken = 0
    while (taken < piece.length) {
      const copied = piece.copy(buffer, filled, taken)
      taken += copied
      filled += copied
      if (filled < buffer.length) continue
      yield buffer
      filled = 0
    }
    free(piece)
  }
  if (filled > 0) yield buffer.subarray(0, filled)
}

/**
 * Frees a piece's memory, which otherwise waits for the garbage collection: a fast download is 30
 * MB ahead of it.
 */
function free({ buffer, byteLength }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === byteLength) buffer.transfer(0)
}
