import { AppError } from '../../../shared/errors.ts'
import { connectionHeaders } from '../transport/transport.ts'
import { shortAnswer } from '../transport/answerLimits.ts'
import { jsonBody } from '../transport/largeBody.ts'
import { readBeginning } from '../transport/readBeginning.ts'
import { fromConnection, fromErrorObject, fromStatus } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import type { ServiceOptions } from '../service.ts'
import { nativeOrigin } from './discover.ts'
import { parseAnswer, readAnswer } from '../transport/jsonAnswer.ts'
import { serviceContext } from '../serviceContext.ts'

export interface NativeRequest {
  signal: AbortSignal
  method?: 'GET' | 'POST' | 'DELETE'
  /** The body, sent as JSON. */
  body?: object
  /** The limit until the answer's headers arrive. */
  timeoutMilliseconds?: number
  /** Sends the request on a connection of its own. */
  once?: boolean
  /** The model named in errors. */
  model?: string
}

/**
 * A server's native endpoints. Paths begin with a slash; those under `/v1/` are OpenAI-compatible.
 * Errors: those of `fromStatus` and `fromConnection`, timeout, aborted.
 */
export interface NativeApi {
  /** Returns a successful response with an unread body. */
  send: (path: string, request: NativeRequest) => Promise<Response>
  /** Returns a parsed JSON body. Errors: also malformedAnswer, notAnApi. */
  json: (path: string, request: NativeRequest) => Promise<unknown>
  /**
   * Requests optional information. Returns undefined if the server does not provide it. Errors:
   * aborted.
   */
  ask: (path: string, request: NativeRequest) => Promise<unknown>
  /** Converts an error object in an answer of status 200. */
  toError: (error: unknown, model: string) => AppError
  context: (model: string | undefined) => ErrorContext
}

const answerMilliseconds = 5000

export function createNativeApi(options: ServiceOptions): NativeApi {
  const { baseUrl, key } = options
  const base = serviceContext(options)

  function context(model: string | undefined): ErrorContext {
    return { ...base, model }
  }

  function urlOf(path: string): URL {
    const isCompatible = path.startsWith('/v1/')
    const url = new URL(isCompatible ? baseUrl + path.slice(3) : nativeOrigin(baseUrl) + path)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      url.searchParams.set(name, value)
    }
    return url
  }

  function headersFor(body: string | Blob | undefined): Record<string, string> {
    return {
      accept: 'application/json',
      ...(body !== undefined && {
        'content-type': 'application/json',
        // Node does not send it with a DELETE request, and the server would ignore the body.
        'content-length': String(typeof body === 'string' ? Buffer.byteLength(body) : body.size),
      }),
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...options.headers,
    }
  }

  async function send(path: string, request: NativeRequest): Promise<Response> {
    const response = await receive(path, request)
    if (response.ok) return response
    const body = await readBeginning(response, request.signal)
    if (request.signal.aborted) throw aborted()
    throw fromStatus(response.status, body, response.headers, context(request.model))
  }

  async function receive(path: string, request: NativeRequest): Promise<Response> {
    const { signal, method = 'GET', timeoutMilliseconds = answerMilliseconds } = request
    if (signal.aborted) throw aborted()
    const body = request.body && (await jsonBody(request.body))
    if (signal.aborted) throw aborted()
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMilliseconds)
    try {
      return await options.fetch(urlOf(path), {
        method,
        headers: { ...headersFor(body), ...connectionHeaders(request) },
        signal: AbortSignal.any([signal, limit.signal]),
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      if (signal.aborted) throw aborted()
      if (limit.signal.aborted) {
        const details = { provider: base.provider, model: request.model, subject: baseUrl }
        throw new AppError('timeout', 'The server did not answer in time', details)
      }
      throw fromConnection(error, context(request.model))
    } finally {
      clearTimeout(timer)
    }
  }

  async function json(path: string, request: NativeRequest): Promise<unknown> {
    const response = await send(path, request)
    const { signal, model } = request
    const text = await readAnswer(response, { ...shortAnswer, signal }).catch((error: unknown) => {
      throw error instanceof AppError ? error : fromConnection(error, context(model))
    })
    return parseAnswer(text)
  }

  return {
    send,
    json,
    async ask(path, request) {
      try {
        return await json(path, request)
      } catch {
        if (request.signal.aborted) throw aborted()
        return undefined
      }
    },
    toError: (error, model) => fromErrorObject(error, new Headers(), context(model)),
    context,
  }
}

function aborted(): AppError {
  return new AppError('aborted', 'The request was stopped')
}
