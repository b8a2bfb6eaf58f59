import type { AgentOptions, ClientRequest, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../shared/errors.ts'
import { bodyOf } from '../../network/bodyOf.ts'
import { finalAnswer } from '../../network/finalAnswer.ts'
import { connectMillisecondsDefault, limitConnecting } from '../../network/limitConnecting.ts'
import { Agent as HttpAgent, request as requestHttp } from '../../network/http.ts'
import { trustsSystem, trustSystemCertificates } from '../../network/trustSystemCertificates.ts'

/** The subset of fetch that the model clients use: bodies of text, bytes or a Blob, no redirects. */
export type Fetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

export interface FetchInit extends RequestInit {
  /** The time limit for connecting, instead of the transport's. */
  connectMilliseconds?: number
}

export interface TransportOptions {
  /** The variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Never set for a local server. */
  proxyEnvironment?: NodeJS.ProcessEnv
  /**
   * Whether a connection serves several requests; `idempotent`: those that may be repeated. A server
   * may close a kept connection just as a request leaves on it, and nobody knows whether it arrived.
   * A request with the header `connection: close` always gets a connection of its own.
   */
  keepAlive?: boolean | 'idempotent'
  connectMilliseconds?: number
}

/** RFC 9110, section 9.2.2. */
const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])

/**
 * Creates a fetch based on node:http. The built-in fetch gives up if the headers take more than
 * five minutes, as with a local server that loads a model, and it sends the key along with a
 * redirect.
 */
export function createTransport({
  proxyEnvironment,
  keepAlive = false,
  connectMilliseconds = connectMillisecondsDefault,
}: TransportOptions = {}): Fetch {
  const proxy = proxyEnvironment && { proxyEnv: proxyEnvironment }
  const kept = createAgents({ keepAlive: keepAlive !== false, ...proxy })
  const single = createAgents({ keepAlive: false, ...proxy })
  const isOnItsOwn = ({ method, headers }: { method: string; headers: Headers }): boolean =>
    headers.get('connection') === 'close' || (keepAlive === 'idempotent' && !idempotent.has(method))

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = init.method ?? 'GET'
    const headers = headersOf(init)
    const options = {
      method,
      headers: Object.fromEntries(headers),
      ...(init.signal && { signal: init.signal }),
    }
    const { http, https } = isOnItsOwn({ method, headers }) ? single : kept
    const send = (): Promise<IncomingMessage> => {
      const request =
        url.protocol === 'https:'
          ? requestHttps(url, { ...options, agent: https })
          : requestHttp(url, { ...options, agent: http })
      limitConnecting(request, init.connectMilliseconds ?? connectMilliseconds)
      return receive(request, init.body)
    }
    const trustedBefore = trustsSystem()
    const answer = await send().catch((error: unknown) => {
      if (trustSystemCertificates(error, trustedBefore)) return send()
      throw error
    })
    return toResponse(answer)
  }
}

/** Returns the headers of a request. The clients pass `Headers`, which need no copy. */
function headersOf({ headers }: FetchInit): Headers {
  return headers instanceof Headers ? headers : new Headers(headers)
}

/** The header of a request that may cost twice if it is sent twice. */
export const ownConnection = { connection: 'close' } as const

/** Returns the headers for a request that must be sent once, and none for any other. */
export function connectionHeaders({ once = false }: { once?: boolean }): Record<string, string> {
  return once ? ownConnection : {}
}

interface Agents {
  http: InstanceType<typeof HttpAgent>
  https: HttpsAgent
}

function createAgents(options: AgentOptions): Agents {
  return { http: new HttpAgent(options), https: new HttpsAgent(options) }
}

function receive(request: ClientRequest, body: RequestInit['body']): Promise<IncomingMessage> {
  const answer = finalAnswer(request)
  if (typeof body === 'string' || body instanceof Uint8Array) request.end(body)
  else if (body === undefined || body === null) request.end()
  else if (body instanceof Blob) return Promise.race([answer, sendBlob(request, body)])
  else request.destroy(new TypeError('Only bodies of text, bytes or a Blob are sent'))
  return answer
}

/**
 * Sends a Blob as it is read: one of a file is never whole in memory. Errors: attachmentMissing if it
 * can't be read; the request was then not sent whole.
 */
function sendBlob(request: ClientRequest, blob: Blob): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* blob.stream()
    } catch (error) {
      reject(new AppError('attachmentMissing', 'The file changed while it was sent', {}, error))
      throw error
    }
  }
  request.setHeader('content-length', blob.size)
  // It destroys the request. Any other failure is told by the answer.
  pipeline(pieces, request).catch(() => undefined)
  return promise
}

function toResponse(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    headers.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '')
  }
  const status = answer.statusCode ?? 0
  const bodiless = status === 204 || status === 205 || status === 304
  if (bodiless) answer.resume()
  return new Response(bodiless ? null : bodyOf(answer), { status, headers })
}
