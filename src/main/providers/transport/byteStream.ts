import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'

export interface ReadOptions {
  /** Returns the longest allowed silence before the next piece. Called for each piece. */
  idleMilliseconds: () => number
  signal: AbortSignal
}

/**
 * Yields the bytes of a body on demand. Closes the connection if its reader stops early, if the
 * signal fires, or after a long silence. Errors: aborted, timeout, or the socket's own error.
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
    // Not awaited: a dead connection must not delay the reader.
    reader.cancel().catch(() => undefined)
  }
}

/** Waits for one promise at a time. One shared timer avoids the cost of a timer for each wait. */
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
      // After a busy period the timer fires before the data that arrived meanwhile.
      setImmediate(() => {
        // Without a pending read, the reader caused the silence.
        if (waiting === undefined || waiting !== reject) return
        waiting(new AppError('timeout', `Nothing came for ${String(milliseconds / 1000)} seconds`))
      })
    }, milliseconds)
  }

  async function waitFor<T>(work: Promise<T>, milliseconds: number): Promise<T> {
    // Avoids an unhandled rejection if nobody awaits the work any more.
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

/**
 * Returns a whole body as text. Errors: malformedAnswer over the limit, and those of `readBytes`.
 */
export async function readText(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number,
): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > maxLength) throw new AppError('malformedAnswer', 'The answer is too long')
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/**
 * Returns a body of JSON as text. JSON tells its own end: once it is whole, a connection that breaks
 * or stays silent behind it changes nothing. Errors: those of `readText`.
 */
export async function readJsonText(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number,
): Promise<string> {
  let failure: Error | undefined
  async function* untilBreak(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes
    } catch (error) {
      failure = error instanceof Error ? error : new Error('The connection broke')
    }
  }
  const text = await readText(untilBreak(), maxLength)
  if (failure === undefined) return text
  const isStopped = failure instanceof AppError && failure.code === 'aborted'
  if (!isStopped && /^\s*[{[]/.test(text) && parseJson(text) !== undefined) return text
  throw failure
}

/**
 * Yields the beginning of a body, which is enough for an error's text. A timeout or a broken
 * connection only ends it.
 */
export async function* beginningOf(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<Uint8Array> {
  let left = maxLength
  try {
    for await (const piece of bytes) {
      yield piece.subarray(0, left)
      left -= piece.length
      if (left <= 0) return
    }
  } catch {
    // The answer is an error anyway, so what arrived is enough.
  }
}
