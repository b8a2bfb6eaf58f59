import { AppError } from '../../shared/errors.ts'
import { boundBody } from '../network/boundBody.ts'
import { readJsonText } from '../providers/transport/byteStream.ts'
import { fromConnection } from '../providers/errors/providerErrors.ts'
import { parsePythonJson } from './parsePythonJson.ts'

/** The answer of a media service, of any status. */
export interface ServiceAnswer {
  status: number
  headers: Headers
  text: string
  /** Undefined if the answer is no JSON. */
  json: unknown
}

interface RequestOptions {
  signal: AbortSignal
  /** The longest time of the request and of reading its answer. */
  milliseconds: number
  /** Names of the provider and model to put into errors. */
  context: Parameters<typeof fromConnection>[1]
}

/**
 * Sends a request, once, and reads its answer. Errors: those of `work`, aborted, timeout, those of
 * a connection.
 */
export async function requestOnce<T>(
  { signal, milliseconds, context }: RequestOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(milliseconds)
  try {
    return await work(AbortSignal.any([signal, timeout]))
  } catch (error) {
    if (error instanceof AppError) throw error
    if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
    if (timeout.aborted) {
      const { provider } = context
      throw new AppError('timeout', `${provider} does not answer`, { provider })
    }
    throw fromConnection(error, context)
  }
}

/**
 * Reads an answer as text and JSON, of which the end is its own: what breaks behind it changes
 * nothing. Errors: tooHeavy beyond the bytes, those of a connection.
 */
export async function readAnswer(
  response: Response,
  maxBytes: number,
  address: string,
): Promise<ServiceAnswer> {
  const { status, headers } = response
  const text = await readJsonText(boundedBytes(response, maxBytes, address), Infinity)
  return { status, headers, text, json: parsePythonJson(text) }
}

/** Yields all that has arrived before a break, which a stream that is piped would drop. */
async function* boundedBytes(
  { body }: Response,
  maxBytes: number,
  address: string,
): AsyncGenerator<Uint8Array> {
  let length = 0
  const pieces = body as ReadableStream<Uint8Array> | null
  for await (const piece of pieces ?? []) {
    length += piece.length
    if (length > maxBytes) {
      const subject = new URL(address).host
      throw new AppError('tooHeavy', 'The answer is too large', { subject })
    }
    yield piece
  }
}

/** Returns the response with a body that fails beyond so many bytes. */
export function boundedResponse(
  response: Response,
  bytesMaximum: number,
  address: string,
): Response {
  const subject = new URL(address).host
  const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>> | null
  return new Response(body && boundBody(body, { bytesMaximum, isEventStream: false, subject }))
}
