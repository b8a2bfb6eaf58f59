import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../shared/errors.ts'

const silenceMilliseconds = 60_000

/**
 * Yields an answer's pieces as long as they come. Errors: timeout after a minute of silence, and
 * Node's own, also of an answer that ends too early.
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
  try {
    yield* message as AsyncIterable<Uint8Array>
    if (!message.complete) throw new AppError('connectionFailed', 'The answer ends too early')
  } finally {
    signal.removeEventListener('abort', stop)
    message.setTimeout(0)
  }
}
