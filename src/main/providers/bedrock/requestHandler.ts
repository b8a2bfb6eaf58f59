import { buildQueryString, HttpResponse } from '@smithy/core/protocols'
import type { HttpRequest } from '@smithy/core/protocols'
import { isConnectTimeout } from '../../network/limitConnecting.ts'
import { readBeginning } from '../transport/readBeginning.ts'
import { connectionHeaders } from '../transport/transport.ts'
import type { Fetch } from '../transport/transport.ts'
import { textOf } from './fillRequest.ts'

/** The options that a client passes on from its `send`. */
interface HandlerOptions {
  abortSignal?: unknown
  /** Sends the request on a connection of its own. */
  once?: boolean
}

export interface RequestHandler {
  handle: (request: HttpRequest, options?: HandlerOptions) => Promise<{ response: HttpResponse }>
  updateHttpClientConfig: () => void
  httpHandlerConfigs: () => object
  /** Returns the answer that belongs to a response object of the client. */
  answerTo: (response: unknown) => Answer | undefined
}

/** A successful answer with an unread body, or the beginning of an error's body. */
export type Answer = { ok: true; response: Response } | { ok: false; body: string }

export interface RequestHandlerOptions {
  fetch: Fetch
  /** The limit until the answer's headers arrive. */
  timeoutMilliseconds: number
}

/**
 * AWS's mode `standard`. Its `in-region`, 1,100 ms, is meant for servers within AWS: from elsewhere
 * the first lost packet, which TCP sends again after a second, would end a connection.
 */
const connectMilliseconds = 3100
/** AWS's mode `mobile`, for a network that has been too slow for the other. */
const slowConnectMilliseconds = 30_000

/** Sends a client's requests through Parley's transport. */
export function createRequestHandler({
  fetch,
  timeoutMilliseconds,
}: RequestHandlerOptions): RequestHandler {
  const answers = new WeakMap<object, Answer>()
  let isSlow = false

  async function handle(request: HttpRequest, options: HandlerOptions = {}) {
    const signal = options.abortSignal instanceof AbortSignal ? options.abortSignal : undefined
    const headersSent = { ...request.headers, ...connectionHeaders(options) }
    const response = await fetchInTime(request, headersSent, signal)
    const { status: statusCode } = response
    const headers = Object.fromEntries(response.headers)
    if (response.ok) {
      const seen = new HttpResponse({ statusCode, headers, body: response.body })
      answers.set(seen, { ok: true, response })
      return { response: seen }
    }
    const body = await readBeginning(response, signal)
    const seen = new HttpResponse({ statusCode, headers, body: new TextEncoder().encode(body) })
    answers.set(seen, { ok: false, body })
    return { response: seen }
  }

  async function fetchInTime(
    request: HttpRequest,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ) {
    const late = new AbortController()
    const timer = setTimeout(() => {
      late.abort()
    }, timeoutMilliseconds)
    try {
      return await fetch(urlOf(request), {
        method: request.method,
        headers,
        body: request.body instanceof Blob ? request.body : textOf(request.body),
        signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        connectMilliseconds: isSlow ? slowConnectMilliseconds : connectMilliseconds,
      })
    } catch (error) {
      if (isConnectTimeout(error)) isSlow = true
      if (!late.signal.aborted) throw error
      const message = 'The server did not answer in time'
      throw Object.assign(new Error(message, { cause: error }), { name: 'TimeoutError' })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    handle,
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    answerTo: (response) =>
      typeof response === 'object' && response !== null ? answers.get(response) : undefined,
  }
}

function urlOf({ protocol, hostname, port, path, query }: HttpRequest): string {
  const search = buildQueryString(query)
  const host = port === undefined ? hostname : `${hostname}:${String(port)}`
  return `${protocol}//${host}${path}${search === '' ? '' : `?${search}`}`
}
