import type { IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import { bodyOf } from './bodyOf.ts'
import { boundBody } from './boundBody.ts'
import { connectionError } from './connectionError.ts'
import { decodeBody } from './decodeBody.ts'
import { headersOf } from './guardedRequest.ts'
import type { HostRule } from './hostRule.ts'
import { Agent as HttpAgent } from './http.ts'
import type { Resolve } from './judgedLookup.ts'
import { openResponse } from './openResponse.ts'
import type { Retries } from './retries.ts'

const bytesMaximumDefault = 20 * 1024 * 1024
/** Below the five seconds after which most servers close an idle connection. */
const idleMilliseconds = 4000

export interface GuardedFetchOptions {
  allows: HostRule
  resolve?: Resolve
  /** The limit of an answer, and of one event of an event stream. */
  bytesMaximum?: number
  /** Repeats GET and HEAD, as `openResponse` does. By default nothing is sent twice. */
  retries?: Retries
}

export type GuardedFetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/**
 * Creates a fetch for the hosts that a rule allows. It judges every hop and every IP address, and
 * takes bodies of text, bytes and form fields. Answers are streams without a time limit: the
 * caller's signal ends them. Errors: the rule's refusal, tooManyRedirects, connectionFailed, timeout,
 * aborted; in the body tooHeavy.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { allows, resolve, retries, bytesMaximum = bytesMaximumDefault } = options
  const kept = { keepAlive: true, timeout: idleMilliseconds, scheduling: 'lifo' } as const
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }

  return async (input, init = {}) => {
    const url = new URL(input)
    const signal = init.signal ?? new AbortController().signal
    const body = readBody(init.body)
    const headers = new Headers({ 'user-agent': 'Parley', ...body?.headers })
    new Headers(init.headers).forEach((value, name) => headers.set(name, value))
    const followsRedirects = init.redirect !== 'manual' && init.redirect !== 'error'
    try {
      const { message, url: final } = await openResponse(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(headers),
        ...(body && { body: body.content }),
        ...{ allows, resolve, signal, followsRedirects, retries, agents },
      })
      const isRedirect = (message.statusCode ?? 0) >= 300 && message.headers.location !== undefined
      if (isRedirect && init.redirect === 'error') {
        message.destroy()
        throw new TypeError('The server redirects')
      }
      return toResponse(message, final, bytesMaximum)
    } catch (error) {
      if (error instanceof TypeError) throw error
      throw connectionError(error, url.host, signal)
    }
  }
}

interface SentBody {
  content: string | Uint8Array
  headers?: Record<string, string>
}

function readBody(body: RequestInit['body']): SentBody | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return { content: body }
  if (body instanceof URLSearchParams) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    return { content: body.toString(), headers }
  }
  throw new TypeError('Only bodies of text, bytes and form fields are sent')
}

function toResponse(message: IncomingMessage, url: URL, bytesMaximum: number): Response {
  const headers = headersOf(message)
  const status = message.statusCode ?? 0
  const isEncoded = headers.has('content-encoding')
  const isEventStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const response = new Response(bodyStream(), { status, headers: decodedHeaders() })
  Object.defineProperty(response, 'url', { value: url.href })
  return response

  function bodyStream(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (status === 204 || status === 205 || status === 304) {
      message.resume()
      return null
    }
    const stream = isEncoded
      ? (Readable.toWeb(decodeBody(message)) as ReadableStream<Uint8Array<ArrayBuffer>>)
      : bodyOf(message)
    return boundBody(stream, { bytesMaximum, isEventStream, subject: url.host })
  }

  function decodedHeaders(): Headers {
    if (!isEncoded) return headers
    headers.delete('content-encoding')
    headers.delete('content-length')
    return headers
  }
}
