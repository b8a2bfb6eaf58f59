import type { IncomingMessage } from 'node:http'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { growingDelay } from '../growingDelay.ts'
import { parseRetryAfter } from './retryAfter.ts'

/** Requests that only read are sent again after failures that pass. */
export interface Retries {
  /** Retries of one request, over all its redirects. */
  max: number
  /** Resolves after the time. Rejects as soon as the signal fires. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** For pages, manifests and downloads. Nothing that is paid for or changes anything has retries. */
export const readRetries: Retries = {
  max: 3,
  sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, { signal }),
}

const firstDelayMs = 500
/** A server that asks for a longer wait gets no retry: the user would wait without knowing why. */
const maxRetryAfterMs = 5000

const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Failures of a connection that may pass. ENOTFOUND is none: it is a mistyped name, or a computer
 * without a network, and the user should read so at once.
 */
const passingErrors: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Returns `open` with retries, as long as the server has not begun its answer. All calls share the
 * number of retries. The last answer or error stands.
 */
export function withRetries<Request>(
  open: (request: Request) => Promise<IncomingMessage>,
  { max, sleep }: Retries,
  signal: AbortSignal,
): (request: Request) => Promise<IncomingMessage> {
  let retries = 0
  const again = async (request: Request, delayMs: number): Promise<IncomingMessage> => {
    retries += 1
    await sleep(delayMs, signal)
    return attempt(request)
  }
  const attempt = async (request: Request): Promise<IncomingMessage> => {
    let message: IncomingMessage
    try {
      message = await open(request)
    } catch (error) {
      if (retries === max || signal.aborted || !mayPass(error)) throw error
      return again(request, growingDelay(firstDelayMs, retries + 1, maxRetryAfterMs))
    }
    const delayMs = retries === max ? null : delayAfter(message, retries)
    if (delayMs === null) return message
    message.destroy()
    return again(request, delayMs)
  }
  return attempt
}

/** Milliseconds to wait after an answer before the request is repeated; `null` if it is final. */
function delayAfter({ statusCode = 0, headers }: IncomingMessage, retries: number): number | null {
  if (!passingStatuses.has(statusCode)) return null
  const asked = parseRetryAfter(headers['retry-after'], headers.date)
  if (asked === null) return growingDelay(firstDelayMs, retries + 1, maxRetryAfterMs)
  return asked > maxRetryAfterMs ? null : asked
}

/** A name with several addresses fails with one error for each. */
function mayPass(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayPass)
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && passingErrors.has(error.code)
}
