import type { FalStream } from '@fal-ai/client'
import { AppError } from '../../../shared/errors.ts'
import { readBytes, type ReadOptions } from '../../providers/transport/byteStream.ts'
import { asBreak } from '../../providers/errors/providerErrors.ts'
import { CallEnded, createOneRequest, type ClientRequest, type OneRequest } from './oneRequest.ts'

/** The longest silence of a streamed status, in milliseconds. */
export interface FalSilence {
  /** Before the first status, which comes at once. A proxy on the way may hold it back. */
  first: number
  /** After it. fal sends a comment every 15 s while nothing changes. */
  later: number
}

const silenceDefault: FalSilence = { first: 10_000, later: 40_000 }
/** The client keeps all that a stream has told. Beyond this one ends, and the next is opened. */
const maxBytes = 16 * 1024 * 1024

/** The end of a stream: regular, unless there is an error. */
interface StreamEnd {
  error?: Error
}

interface StatusStream {
  /** Has the client begin, which sends the request. */
  begin: (request: OneRequest) => Promise<FalStream<unknown, unknown>>
  /** Sends it. Errors: AppErrors. */
  open: (request: ClientRequest, milliseconds: number) => Promise<Response>
  signal: AbortSignal
  silence?: FalSilence | undefined
}

/**
 * Yields the statuses that the client reads from one answer; none if it is no stream of events. The
 * client alone would wait for a silent stream for ever, take half a letter for a whole one, and not
 * tell a broken stream from one that has ended. Errors: aborted, timeout, streamBroken,
 * malformedAnswer, those of `open`.
 */
export async function* readStatusStream({
  begin,
  open,
  signal,
  silence = silenceDefault,
}: StatusStream): AsyncGenerator<unknown> {
  const told: unknown[] = []
  const closing = new AbortController()
  let isTold = false
  let end: StreamEnd | undefined
  let wake = (): void => undefined
  const finish = (outcome: StreamEnd): void => {
    end ??= outcome
    wake()
  }

  const request = createOneRequest(async (wanted) => {
    const either = AbortSignal.any([signal, closing.signal])
    const response = await open({ ...wanted, signal: either }, silence.first)
    if (!isEventStream(response)) {
      response.body?.cancel().catch(() => undefined)
      finish({})
      throw new CallEnded('It is no stream of events')
    }
    const idleMilliseconds = (): number => (isTold ? silence.later : silence.first)
    const pieces = readLetters(response.body, { signal: either, idleMilliseconds }, finish)
    return new Response(bodyOf(pieces), { headers: { 'content-type': 'text/event-stream' } })
  })

  const stream = await begin(request)
  stream.on('data', (status) => {
    isTold = true
    told.push(status)
    wake()
  })
  stream.done().then(
    () => finish({}),
    () => finish({ error: request.failure() ?? new AppError('malformedAnswer', 'It is no JSON') }),
  )
  try {
    for (;;) {
      if (told.length > 0) yield told.shift()
      else if (end) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    if (end.error) throw end.error
  } finally {
    closing.abort()
  }
}

/** Returns a body that is read as the client asks for it. */
function bodyOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await pieces.next()
        if (piece.done === true) controller.close()
        else controller.enqueue(piece.value)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Yields the bytes of whole letters, in pieces. A failure is told, and ends them: the client does
 * not tell all of them.
 */
async function* readLetters(
  body: ReadableStream<Uint8Array> | null,
  options: ReadOptions,
  finish: (outcome: StreamEnd) => void,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  let length = 0
  try {
    for await (const piece of readBytes(body, options)) {
      length += piece.length
      if (length > maxBytes) return
      const text = decoder.decode(piece, { stream: true })
      if (text !== '') yield Buffer.from(text)
    }
  } catch (error) {
    finish({ error: asBreak(error) })
  }
}

export function isEventStream({ ok, headers }: Response): boolean {
  return ok && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}
