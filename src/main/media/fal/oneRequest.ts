import { AppError } from '../../../shared/errors.ts'
import type { ServiceAnswer } from '../requestOnce.ts'

/** A request as fal's client wants it sent. */
export interface ClientRequest {
  /** The address that the client has made. */
  asked: URL
  method: string
  headers: Headers
  body?: string
  signal?: AbortSignal
}

/** The fetch of one call of fal's client. */
export interface OneRequest {
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Returns why the request has no answer; undefined if it has one, or has not been sent. */
  failure: () => Error | undefined
}

/**
 * Ends a call of fal's client. After a broken connection and after some statuses the client sends a
 * request again, a paid one too, whatever it is told; after an error that it does not know it does
 * not. It looks for what it knows along `cause`, so there is none.
 */
export class CallEnded extends Error {
  override name = 'CallEnded'
}

/**
 * Creates a fetch that lets one request leave. Whatever becomes of it, and whatever the client
 * thinks of that, no second one does.
 */
export function createOneRequest(send: (request: ClientRequest) => Promise<Response>): OneRequest {
  let hasLeft = false
  let failure: Error | undefined
  return {
    async fetch(input, init = {}) {
      if (hasLeft) throw new CallEnded('The request has left already')
      hasLeft = true
      try {
        return await send(toRequest(input, init))
      } catch (error) {
        if (error instanceof CallEnded) throw error
        failure = error instanceof Error ? error : new Error(String(error))
        throw new CallEnded('There is no answer')
      }
    },
    failure: () => failure,
  }
}

function toRequest(input: string | URL | Request, init: RequestInit): ClientRequest {
  const { method = 'GET', body, signal } = init
  const headers = new Headers()
  // The client names some headers twice, in two spellings. The later one is what it was told.
  for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, String(value))
  if (body !== undefined && body !== null && typeof body !== 'string') {
    throw new AppError('internal', 'The client of fal sends a body that is no text')
  }
  return {
    ...{ asked: new URL(input instanceof Request ? input.url : input), method, headers },
    ...(typeof body === 'string' && { body }),
    ...(signal && { signal }),
  }
}

/**
 * Hands an answer to the client, which gets what was parsed, and parses nothing again. Errors:
 * CallEnded if it is not a good one.
 */
export function toClient({ status, headers, json }: ServiceAnswer): Response {
  if (status < 200 || status >= 300) throw new CallEnded('The answer is not good')
  const response = new Response(null, { status, headers })
  if (json !== undefined) response.headers.set('content-type', 'application/json')
  return Object.assign(response, { json: () => Promise.resolve(json) })
}
