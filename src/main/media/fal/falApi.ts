import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { falFailure } from '../../providers/fal/falFailure.ts'
import { fromConnection } from '../../providers/errors/providerErrors.ts'
import type { Redact } from '../../providers/errors/quoteServer.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import { readAnswer, requestOnce, type ServiceAnswer } from '../requestOnce.ts'
import { falAddresses, type FalAddresses } from '../../providers/fal/falAddresses.ts'
import { createServerClock } from './createServerClock.ts'
import { createFalCalls, type FalCalls, type FalWire } from './falClient.ts'
import type { ClientRequest } from './oneRequest.ts'

export interface FalAccount {
  /** The id and name of the provider in the settings. */
  id: string
  name: string
  baseUrl: string
  /** Returns the key. Errors: keyMissing, keyWithheld, keychainUnavailable. */
  key: () => Promise<string>
}

export interface FalRequest {
  signal: AbortSignal
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** For errors. */
  model?: string | undefined
}

/** Sends requests to fal with the account's key, each exactly once. */
export interface FalApi {
  addresses: FalAddresses
  /** The jobs, by fal's own client. All else it does not know, or does worse. */
  calls: FalCalls
  /** Returns a mark of the key, from which nobody learns the key. Errors: those of the key. */
  keyMark: () => Promise<string>
  /** Returns the time of fal's own clock, in milliseconds since 1970; null before its first answer. */
  serverTime: () => number | null
  /** Returns the answer of any status. Errors: those of the key, connectionFailed, timeout, aborted. */
  send: (address: string, request: FalRequest) => Promise<ServiceAnswer>
  /**
   * Sends a request whose answer is a stream of events, and returns it with any status once it
   * begins. Errors: as `send`.
   */
  stream: (address: string, request: FalRequest) => Promise<Response>
  /** Returns the JSON of a good answer. Errors: the same, and those of a status. */
  read: (address: string, request: FalRequest) => Promise<unknown>
  /** Returns the AppError of an answer that is not good. */
  failureOf: (answer: ServiceAnswer, address: string, model?: string) => AppError
  /** Masks the key in a text. */
  redact: Redact
}

/** The longest silence of one request. A job may take as long as it likes. */
const silenceMilliseconds = 120_000
/** A stream begins once fal has a runner for it, and the request is paid for: it is waited for. */
const streamMilliseconds = 600_000
const maxBytes = 64 * 1024 * 1024
const keyMarkLength = 16

export function createFalApi(
  account: FalAccount,
  { fetch, redact }: { fetch: Fetch; redact: Redact },
): FalApi {
  const { name, key } = account
  const clock = createServerClock()
  const addresses = falAddresses(account.baseUrl)
  const contextOf = (address: string, model?: string) => ({
    ...{ provider: name, address: new URL(address).host, local: false, redact },
    ...(model !== undefined && { model }),
  })

  const exchange: FalWire['exchange'] = async (address, request, model) => {
    const { signal = new AbortController().signal, method, headers, body } = request
    const context = contextOf(address, model)
    return requestOnce({ signal, milliseconds: silenceMilliseconds, context }, async (ending) => {
      const response = await fetch(address, {
        ...{ method, headers, signal: ending },
        ...(body !== undefined && { body }),
      })
      clock.learn(response.headers)
      return readAnswer(response, maxBytes, address)
    })
  }

  const open: FalWire['open'] = async (address, request, milliseconds) => {
    const { signal, method, headers, body } = request
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), milliseconds)
    const signals = [late.signal, ...(signal ? [signal] : [])]
    try {
      const response = await fetch(address, {
        ...{ method, headers, signal: AbortSignal.any(signals) },
        ...(body !== undefined && { body }),
      })
      clock.learn(response.headers)
      return response
    } catch (error) {
      if (signal?.aborted) throw new AppError('aborted', 'The request was stopped')
      if (late.signal.aborted) {
        throw new AppError('timeout', `${name} does not answer`, { provider: name })
      }
      throw fromConnection(error, contextOf(address))
    } finally {
      clearTimeout(timer)
    }
  }

  async function withKey(address: string, request: FalRequest): Promise<ClientRequest> {
    const { signal, method = 'GET', body, headers = {} } = request
    const isSent = body !== undefined
    const all = new Headers({
      ...{ accept: 'application/json', authorization: `Key ${await key()}` },
      ...(isSent && { 'content-type': 'application/json' }),
      ...headers,
    })
    const sent = isSent ? { body: JSON.stringify(body) } : {}
    return { asked: new URL(address), method, headers: all, signal, ...sent }
  }

  async function send(address: string, request: FalRequest): Promise<ServiceAnswer> {
    return exchange(address, await withKey(address, request), request.model)
  }

  function failureOf(answer: ServiceAnswer, address: string, model?: string): AppError {
    return falFailure(answer, contextOf(address, model))
  }

  return {
    addresses,
    calls: createFalCalls({ addresses, key, exchange, open }),
    async keyMark() {
      const hash = createHash('sha256').update(await key())
      return hash.digest('hex').slice(0, keyMarkLength)
    },
    serverTime: clock.time,
    send,
    stream: async (address, request) =>
      open(address, await withKey(address, request), streamMilliseconds),
    failureOf,
    redact,
    async read(address, request) {
      const answer = await send(address, request)
      if (answer.status >= 300) throw failureOf(answer, address, request.model)
      if (answer.json !== undefined) return answer.json
      throw new AppError('malformedAnswer', `${name} answered with something else than JSON`, {
        provider: name,
      })
    },
  }
}
