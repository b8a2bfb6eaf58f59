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
  const wait = createWait()
  const abort = () => wait.fail(new AppError('aborted', 'The request was stopped'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const piece = await wait.for(reader.read(), idleMilliseconds())
      if (piece.done) return
      yield piece.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    wait.end()
    // Not awaited: a dead connection must not hold up whoever stops.
    reader.cancel().catch(() => undefined)
  }
}

/** Waits for one thing at a time. One timer serves all waits: one for each would cost too much. */
function createWait() {
  let timer: NodeJS.Timeout | undefined
  let timed = 0
  let failure: AppError | undefined
  let reject: ((error: AppError) => void) | undefined

  function fail(error: AppError): void {
    failure = error
    reject?.(error)
  }

  function arm(milliseconds: number): void {
    if (timer && timed === milliseconds) {
      timer.refresh()
      return
    }
    clearTimeout(timer)
    timed = milliseconds
    timer = setTimeout(() => {
      const waiting = reject
      // After a busy time the timer comes before what has arrived meanwhile.
      setImmediate(() => {
        // Where nobody waits, the silence is the reader's own.
        if (waiting === undefined || waiting !== reject) return
        waiting(new AppError('timeout', `Nothing came for ${String(milliseconds / 1000)} seconds`))
      })
    }, milliseconds)
  }

  async function waitFor<T>(work: Promise<T>, milliseconds: number): Promise<T> {
    // Whoever stops waiting for it must not be told of its failure.
    work.catch(() => undefined)
    if (failure) throw failure
    arm(milliseconds)
    try {
      return await new Promise<T>((resolve, rejectWait) => {
        reject = rejectWait
        work.then(resolve, rejectWait)
      })
    } finally {
      reject = undefined
    }
  }

  return { for: waitFor, fail, end: () => clearTimeout(timer) }
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
