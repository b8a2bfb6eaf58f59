import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '../../shared/errors.ts'
import { withTimeout } from '../timeLimit.ts'
import { connectionError } from './connectionError.ts'
import { decodeBody } from './decodeBody.ts'
import { openResponse, type OpenRequest } from './openResponse.ts'

export interface RequestLimits {
  /** The limit of the body, after decompression. */
  bytes: number
  /** The time limit of everything: look-ups, connections, redirects, retries and the body. */
  milliseconds: number
  /** Handling of a longer body: `fail` ends the request with tooHeavy, `cut` drops the rest. */
  overflow: 'fail' | 'cut'
}

export interface GuardedRequest extends Omit<
  OpenRequest,
  'signal' | 'followsRedirects' | 'agents'
> {
  limits: RequestLimits
  signal?: AbortSignal | null
}

export interface GuardedAnswer {
  status: number
  /** Names are in lower case. */
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
  /** True if the body was longer than its limit. */
  isCut: boolean
  /** The address that gave the answer, after redirects. */
  url: string
}

/** The limits of what Parley reads from plugins' servers. */
export const manifestLimits = limitsOf(1024 * 1024, 'fail')
export const openApiLimits = limitsOf(5 * 1024 * 1024, 'fail')

function limitsOf(bytes: number, overflow: RequestLimits['overflow']): RequestLimits {
  return { bytes, milliseconds: 30_000, overflow }
}

/**
 * Sends a request to the hosts that `allows` names, and reads the answer, of any status. Every hop
 * and every IP address is judged. Errors: the rule's refusal, tooManyRedirects, connectionFailed,
 * timeout, aborted, tooHeavy.
 */
export async function guardedRequest(
  address: string | URL,
  { limits, signal = null, ...request }: GuardedRequest,
): Promise<GuardedAnswer> {
  const url = URL.parse(String(address))
  if (!url) throw new AppError('addressInvalid', 'This is no address')
  const headers = { 'accept-encoding': 'gzip, br', 'user-agent': 'Parley', ...request.headers }
  try {
    return await withTimeout(
      limits.milliseconds,
      signal,
      async (ending) => {
        const opened = await openResponse(url, { ...request, headers, signal: ending })
        return await readAnswer(opened.message, opened.url, limits)
      },
      { subject: url.host, provider: url.host },
    )
  } catch (error) {
    throw connectionError(error, url.host, signal)
  }
}

async function readAnswer(
  message: IncomingMessage,
  url: URL,
  limits: RequestLimits,
): Promise<GuardedAnswer> {
  const { bytes, isCut } = await readBounded(decodeBody(message), limits.bytes)
  if (isCut && limits.overflow === 'fail') {
    throw new AppError('tooHeavy', 'The answer is too large', { subject: url.host })
  }
  return {
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    bytes,
    isCut,
    url: url.href,
  }
}

/** Returns an answer's headers as fetch gives them. */
export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  return headers
}

/** Reads up to a number of bytes. Leaving the loop early closes the connection. */
async function readBounded(
  body: Readable,
  maxBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    length += piece.length
    if (length > maxBytes) break
  }
  const bytes = new Uint8Array(Math.min(length, maxBytes))
  let offset = 0
  for (const piece of pieces) {
    const part = piece.subarray(0, bytes.length - offset)
    bytes.set(part, offset)
    offset += part.length
  }
  return { bytes, isCut: length > maxBytes }
}
