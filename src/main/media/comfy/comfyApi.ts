import { AppError } from '../../../shared/errors.ts'
import { isLocalAddress } from '../../providers/configs/baseUrl.ts'
import { encodeForm } from '../../providers/transport/encodeForm.ts'
import { fromStatus } from '../../providers/errors/providerErrors.ts'
import type { Fetch } from '../../providers/transport/transport.ts'
import { boundedResponse, readAnswer, requestOnce, type ServiceAnswer } from '../requestOnce.ts'

export const comfyName = 'ComfyUI'

export interface ComfyRequest {
  signal: AbortSignal
  /** Sent by POST: JSON, or a form. */
  body?: object | FormData
}

/** Sends requests to one server, each exactly once. */
export interface ComfyApi {
  address: string
  /** Returns the answer of any status. Errors: those of a connection, timeout, aborted, tooHeavy. */
  send: (path: string, request: ComfyRequest) => Promise<ServiceAnswer>
  /** Returns the JSON of a good answer. Errors: the same, those of a status, malformedAnswer. */
  read: (path: string, request: ComfyRequest) => Promise<unknown>
  /** Returns the bytes of a good answer. Errors: the same. */
  bytes: (path: string, request: ComfyRequest) => Promise<Uint8Array>
  failureOf: (answer: Pick<ServiceAnswer, 'status' | 'text' | 'headers'>) => AppError
}

/** The longest time of one request. It loads nothing and paints nothing while it answers. */
const answerMilliseconds = 60_000
/** A file of a result may be large, and its server far. */
const fileMilliseconds = 30 * 60_000
const maxJsonBytes = 64 * 1024 * 1024
const maxFileBytes = 512 * 1024 * 1024

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
    const sent = body && (await encode(body))
    return requestOnce({ signal, milliseconds, context }, async (ending) => {
      const response = await fetch(new URL(address + path), {
        signal: ending,
        ...(sent && {
          method: 'POST',
          body: sent.body,
          headers: { 'content-type': sent.type },
        }),
      })
      return read(response)
    })
  }

  function send(path: string, given: ComfyRequest): Promise<ServiceAnswer> {
    return request(path, given, {
      milliseconds: answerMilliseconds,
      read: (response) => readAnswer(response, maxJsonBytes, address),
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
          if (!response.ok) {
            throw failureOf(await readAnswer(response, maxJsonBytes, address))
          }
          return new Uint8Array(
            await boundedResponse(response, maxFileBytes, address).arrayBuffer(),
          )
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
