import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { boundBody } from '../../network/boundBody.ts'
import { fromConnection, fromStatus } from '../../providers/providerErrors.ts'
import type { Fetch } from '../../providers/transport.ts'
import { falAddresses, type FalAddresses } from './falAddresses.ts'

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
  method?: 'GET' | 'POST' | 'PUT'
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** For errors. */
  model?: string | undefined
}

export interface FalAnswer {
  status: number
  headers: Headers
  text: string
  /** Undefined if the answer is no JSON. */
  json: unknown
}

/** Sends requests to fal with the account's key, each exactly once. */
export interface FalApi {
  addresses: FalAddresses
  /** Returns the answer of any status. Errors: those of the key, connectionFailed, timeout, aborted. */
  send: (address: string, request: FalRequest) => Promise<FalAnswer>
  /** Returns the JSON of a good answer. Errors: the same, and those of a status. */
  read: (address: string, request: FalRequest) => Promise<unknown>
  /** Returns the AppError of an answer that is not good. */
  failureOf: (answer: FalAnswer, address: string, model?: string) => AppError
}

/** The longest silence of one request. A job may take as long as it likes. */
const silenceMilliseconds = 120_000
const bytesMaximum = 64 * 1024 * 1024

export function createFalApi(
  account: FalAccount,
  { fetch, redact }: { fetch: Fetch; redact: (text: string) => string },
): FalApi {
  const { name, key } = account
  const addresses = falAddresses(account.baseUrl)
  const contextOf = (address: string, model?: string) => ({
    ...{ provider: name, address: new URL(address).host, local: false, redact },
    ...(model !== undefined && { model }),
  })

  async function send(address: string, request: FalRequest): Promise<FalAnswer> {
    const { signal, method = 'GET', body, headers = {}, model } = request
    const timeout = AbortSignal.timeout(silenceMilliseconds)
    const authorization = `Key ${await key()}`
    const isSent = body !== undefined
    try {
      const response = await fetch(address, {
        method,
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          ...{ accept: 'application/json', authorization },
          ...(isSent && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(isSent && { body: JSON.stringify(body) }),
      })
      const text = await readText(response, address)
      return { status: response.status, headers: response.headers, text, json: parseJson(text) }
    } catch (error) {
      if (error instanceof AppError) throw error
      if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
      if (timeout.aborted)
        throw new AppError('timeout', `${name} does not answer`, { provider: name })
      throw fromConnection(error, contextOf(address, model))
    }
  }

  function failureOf({ status, text, headers }: FalAnswer, address: string, model?: string) {
    const failure = fromStatus(status, text, headers, contextOf(address, model))
    // Only the words tell an empty balance from a missing right.
    const isEmpty = status === 403 && /balance|locked/i.test(text)
    const code = isEmpty ? 'quotaExhausted' : failure.code
    return new AppError(code, failure.message, failure.details, failure.cause)
  }

  return {
    addresses,
    send,
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

async function readText(response: Response, address: string): Promise<string> {
  if (!response.body) return ''
  const subject = new URL(address).host
  const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(boundBody(body, { bytesMaximum, isEventStream: false, subject })).text()
}
