import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { boundBody } from '../../network/boundBody.ts'
import { isLocalAddress } from '../../providers/baseUrl.ts'
import { encodeForm } from '../../providers/encodeForm.ts'
import { fromConnection, fromStatus } from '../../providers/providerErrors.ts'
import type { Fetch } from '../../providers/transport.ts'

export const comfyName = 'ComfyUI'

export interface ComfyRequest {
  signal: AbortSignal
  /** Sent by POST: JSON, or a form. */
  body?: object | FormData
}

export interface ComfyAnswer {
  status: number
  text: string
  headers: Headers
  /** Undefined if the answer is no JSON. */
  json: unknown
}

/** Sends requests to one server, each exactly once. */
export interface ComfyApi {
  address: string
  /** Returns the answer of any status. Errors: those of a connection, timeout, aborted, tooHeavy. */
  send: (path: string, request: ComfyRequest) => Promise<ComfyAnswer>
  /** Returns the JSON of a good answer. Errors: the same, those of a status, malformedAnswer. */
  read: (path: string, request: ComfyRequest) => Promise<unknown>
  /** Returns the bytes of a good answer. Errors: the same. */
  bytes: (path: string, request: ComfyRequest) => Promise<Uint8Array>
  failureOf: (answer: Pick<ComfyAnswer, 'status' | 'text' | 'headers'>) => AppError
}

/** The longest time of one request. It loads nothing and paints nothing while it answers. */
const answerMilliseconds = 60_000
/** A file of a result may be large, and its server far. */
const fileMilliseconds = 30 * 60_000
const jsonBytesMaximum = 64 * 1024 * 1024
const fileBytesMaximum = 512 * 1024 * 1024

export function createComfyApi(address: string, fetch: Fetch): ComfyApi {
  const context = {
    ...{ provider: comfyName, address, local: isLocalAddress(address) },
    redact: (text: string) => text,
  }

  async function request<T>(
    path: string,
    { signal, body }: ComfyRequest,
    { milliseconds, read }: { milliseconds: number; read: (response: Response) => Promise<T> },
  ): Promise<T> {
    const timeout = AbortSignal.timeout(milliseconds)
    const sent = body && (await encode(body))
    try {
      const response = await fetch(new URL(address + path), {
        signal: AbortSignal.any([signal, timeout]),
        ...(sent && {
          method: 'POST',
          body: sent.body,
          headers: { 'content-type': sent.type },
        }),
      })
      return await read(response)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
      if (timeout.aborted) {
        throw new AppError('timeout', 'ComfyUI does not answer', { provider: comfyName })
      }
      throw fromConnection(error, context)
    }
  }

  function send(path: string, given: ComfyRequest): Promise<ComfyAnswer> {
    return request(path, given, {
      milliseconds: answerMilliseconds,
      async read(response) {
        const text = await bounded(response, jsonBytesMaximum, address).text()
        const { status, headers } = response
        return { status, headers, text, json: parseJson(text) }
      },
    })
  }

  function failureOf({ status, text, headers }: Parameters<ComfyApi['failureOf']>[0]): AppError {
    return fromStatus(status, text, headers, context)
  }

  return {
    address,
    send,
    failureOf,
    async read(path, given) {
      const answer = await send(path, given)
      if (answer.status >= 300) throw failureOf(answer)
      if (answer.json !== undefined) return answer.json
      const isPage = answer.text.trimStart().startsWith('<')
      throw new AppError(isPage ? 'notAnApi' : 'malformedAnswer', 'ComfyUI sent no JSON', {
        ...{ provider: comfyName, subject: address },
      })
    },
    bytes: (path, given) =>
      request(path, given, {
        milliseconds: fileMilliseconds,
        async read(response) {
          const { status, headers } = response
          if (!response.ok) {
            const text = await bounded(response, jsonBytesMaximum, address).text()
            throw failureOf({ status, headers, text })
          }
          return new Uint8Array(await bounded(response, fileBytesMaximum, address).arrayBuffer())
        },
      }),
  }
}

async function encode(
  body: object | FormData,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; type: string }> {
  if (body instanceof FormData) return encodeForm(body)
  return { body: JSON.stringify(body), type: 'application/json' }
}

function bounded(response: Response, bytesMaximum: number, address: string): Response {
  const subject = new URL(address).host
  const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>> | null
  return new Response(body && boundBody(body, { bytesMaximum, isEventStream: false, subject }))
}
