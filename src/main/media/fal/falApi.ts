import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { falFailure } from '../../providers/fal/falFailure.ts'
import { fromConnection } from '../../providers/providerErrors.ts'
import type { Fetch } from '../../providers/transport.ts'
import { readAnswer, requestOnce, type ServiceAnswer } from '../requestOnce.ts'
import { falAddresses, type FalAddresses } from '../../providers/fal/falAddresses.ts'
import { createServerClock } from './createServerClock.ts'

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
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** For errors. */
  model?: string | undefined
}

/** Sends requests to fal with the account's key, each exactly once. */
export interface FalApi {
  addresses: FalAddresses
  /** Returns a mark of the key, from which nobody learns the key. Errors: those of the key. */
  keyMark: () => Promise<string>
  /** Returns the time of fal's own clock, in milliseconds since 1970; null before its first answer. */
  serverTime: () => number | null
  /** Returns the answer of any status. Errors: those of the key, connectionFailed, timeout, aborted. */
  send: (address: string, request: FalRequest) => Promise<ServiceAnswer>
  /**
   * Opens an answer that goes on for as long as it likes. Its headers have to come within the
   * milliseconds. Errors: those of `send`.
   */
  open: (
    address: string,
    request: { signal: AbortSignal; milliseconds: number },
  ) => Promise<Response>
  /** Returns the JSON of a good answer. Errors: the same, and those of a status. */
  read: (address: string, request: FalRequest) => Promise<unknown>
  /** Returns the AppError of an answer that is not good. */
  failureOf: (answer: ServiceAnswer, address: string, model?: string) => AppError
}

/** The longest silence of one request. A job may take as long as it likes. */
const silenceMilliseconds = 120_000
const bytesMaximum = 64 * 1024 * 1024
const keyMarkLength = 16

export function createFalApi(
  account: FalAccount,
  { fetch, redact }: { fetch: Fetch; redact: (text: string) => string },
): FalApi {
  const { name, key } = account
  const clock = createServerClock()
  const addresses = falAddresses(account.baseUrl)
  const contextOf = (address: string, model?: string) => ({
    ...{ provider: name, address: new URL(address).host, local: false, redact },
    ...(model !== undefined && { model }),
  })

  async function send(address: string, request: FalRequest): Promise<ServiceAnswer> {
    const { signal, method = 'GET', body, headers = {}, model } = request
    const authorization = `Key ${await key()}`
    const isSent = body !== undefined
    const context = contextOf(address, model)
    return requestOnce({ signal, milliseconds: silenceMilliseconds, context }, async (ending) => {
      const response = await fetch(address, {
        method,
        signal: ending,
        headers: {
          ...{ accept: 'application/json', authorization },
          ...(isSent && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(isSent && { body: JSON.stringify(body) }),
      })
      clock.learn(response.headers)
      return readAnswer(response, bytesMaximum, address)
    })
  }

  async function open(
    address: string,
    { signal, milliseconds }: { signal: AbortSignal; milliseconds: number },
  ): Promise<Response> {
    const headers = { accept: 'text/event-stream', authorization: `Key ${await key()}` }
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), milliseconds)
    try {
      return await fetch(address, { headers, signal: AbortSignal.any([signal, late.signal]) })
    } catch (error) {
      if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
      if (late.signal.aborted) {
        throw new AppError('timeout', `${name} does not answer`, { provider: name })
      }
      throw fromConnection(error, contextOf(address))
    } finally {
      clearTimeout(timer)
    }
  }

  function failureOf(answer: ServiceAnswer, address: string, model?: string): AppError {
    return falFailure(answer, contextOf(address, model))
  }

  return {
    addresses,
    async keyMark() {
      const hash = createHash('sha256').update(await key())
      return hash.digest('hex').slice(0, keyMarkLength)
    },
    serverTime: clock.time,
    send,
    open,
    failureOf,
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
