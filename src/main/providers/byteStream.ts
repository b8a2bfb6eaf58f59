import { AppError } from '../../shared/errors.ts'

export interface ReadOptions {
  /** The longest silence before the next piece, asked for at each one. */
  idleMilliseconds: () => number
  signal: AbortSignal
}

/**
 * The bytes of a body as they are pulled. Ends the connection when its reader stops early, when
 * the signal fires, and after too long a silence. Errors: aborted, timeout, or the socket's own.
 */
export async function* readBytes(
  body: ReadableStream<Uint8Array> | null,
  { idleMilliseconds, signal }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  const abort = () => {
    reject(new AppError('aborted', 'The request was stopped'))
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const piece = await readWithin(reader, aborted, idleMilliseconds())
      if (piece.done) return
      yield piece.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a dead connection must not hold up whoever stops.
    reader.cancel().catch(() => undefined)
  }
}

async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  aborted: Promise<never>,
  milliseconds: number,
) {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new AppError('timeout', `Nothing came for ${String(milliseconds / 1000)} seconds`))
  }, milliseconds)
  try {
    return await Promise.race([aborted, reader.read(), silence])
  } finally {
    clearTimeout(timer)
  }
}

/** A whole body as text. Errors: malformedAnswer past the limit, and those of `readBytes`. */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  lengthMaximum: number,
): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > lengthMaximum) throw new AppError('malformedAnswer', 'The answer is too long')
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** The body's beginning, as an error's text needs no more: silence and breaks just end it. */
export async function* beginningOf(
  bytes: AsyncIterable<Uint8Array>,
  lengthMaximum: number,
): AsyncGenerator<Uint8Array> {
  let left = lengthMaximum
  try {
    for await (const piece of bytes) {
      yield piece.subarray(0, left)
      left -= piece.length
      if (left <= 0) return
    }
  } catch {
    // What came is all there is to say of an answer that is an error anyway.
  }
}
