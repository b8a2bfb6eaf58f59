import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { ErrorCode, ErrorDetails } from '../../../shared/errors.ts'
import type { Sdk } from './client.ts'
import { codeOfStatus, readAnswer } from './statusCode.ts'

export interface ErrorContext {
  /** Display name of the provider. */
  provider: string
  model?: string | undefined
  address: string
  /** Whether the server is on this machine. */
  local: boolean
  redact: (text: string) => string
}

const answerLengthMaximum = 2000
const plainBodySchema = z.object({ body: z.string() })

/** What was thrown while a request ran, as an error of the closed list. */
export function toAppError(error: unknown, context: ErrorContext, sdk: Sdk): AppError {
  if (error instanceof AppError) {
    const details = { ...detailsOf(context), ...error.details }
    return new AppError(error.code, error.message, details, error.cause)
  }
  if (error instanceof sdk.APIUserAbortError) {
    return new AppError('aborted', 'The request was stopped', detailsOf(context))
  }
  if (error instanceof sdk.APIConnectionTimeoutError) {
    return new AppError('timeout', 'The server did not answer in time', detailsOf(context))
  }
  if (error instanceof sdk.APIError && typeof error.status === 'number') {
    const body = plainBodySchema.safeParse(error.error).data?.body ?? ''
    const headers = error.headers instanceof Headers ? error.headers : new Headers()
    return fromStatus(error.status, body, headers, context)
  }
  return fromConnection(error, context)
}

/** An HTTP answer that is no success. */
export function fromStatus(
  status: number,
  body: string,
  headers: Headers,
  context: ErrorContext,
): AppError {
  const answer = readAnswer(body)
  const code = codeOfStatus(status, answer)
  const location = headers.get('location')
  return new AppError(code, `${context.provider} answered with status ${String(status)}`, {
    ...detailsOf(context),
    status,
    requestId: requestIdOf(headers) ?? undefined,
    retryAfterSeconds: retryAfterOf(headers),
    answer: shorten(answer.message, context),
    ...(location !== null && status < 400 && { subject: context.redact(location.slice(0, 200)) }),
  })
}

/** An error object that came as an answer of status 200, or in the middle of a stream. */
export function fromErrorObject(error: unknown, headers: Headers, context: ErrorContext): AppError {
  const answer = readAnswer(JSON.stringify({ error }))
  const status = Number(answer.code)
  const known = status >= 400 && status <= 599
  return new AppError(
    codeOfStatus(known ? status : answer.type.includes('invalid_request') ? 400 : 500, answer),
    `${context.provider} answered with an error`,
    {
      ...detailsOf(context),
      ...(known && { status }),
      requestId: requestIdOf(headers) ?? undefined,
      answer: shorten(answer.message, context),
    },
  )
}

function detailsOf({ provider, model, address }: ErrorContext): ErrorDetails {
  return { provider, ...(model !== undefined && { model }), subject: address }
}

function shorten(text: string, context: ErrorContext): string | undefined {
  // Redacted before it is cut: half a key would no longer be recognised.
  const clean = context.redact(text.slice(0, answerLengthMaximum * 4)).trim()
  return clean === '' ? undefined : clean.slice(0, answerLengthMaximum)
}

const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'cf-ray',
]

export function requestIdOf(headers: Headers): string | null {
  for (const name of requestIdHeaders) {
    const value = headers.get(name)
    if (value) return value.slice(0, 200)
  }
  return null
}

function retryAfterOf(headers: Headers): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return Math.ceil(milliseconds / 1000)
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return Math.ceil(seconds)
  const until = Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(until) ? undefined : Math.max(0, until)
}

function fromConnection(error: unknown, context: ErrorContext): AppError {
  const reason = connectionCodeOf(error)
  const fail = (code: ErrorCode, message: string) =>
    new AppError(code, `${message} (${reason})`, detailsOf(context), error)
  if (reason === 'ECONNREFUSED' && context.local) {
    return fail('serverNotRunning', `Nothing listens at ${context.address}`)
  }
  if (reason === 'ETIMEDOUT') return fail('timeout', `${context.address} can't be reached`)
  if (reason.startsWith('HPE_')) return fail('notAnApi', `${context.address} does not speak HTTP`)
  if (/CERT|SIGNATURE|TLS|SSL|EPROTO/.test(reason)) {
    return fail('connectionFailed', `No safe connection to ${context.address}`)
  }
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return fail('connectionFailed', `The name in ${context.address} was not found`)
  }
  return fail('connectionFailed', `No connection to ${context.address}`)
}

/** The system's code, however deep it lies under the client's own errors. */
function connectionCodeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
    cause = cause.cause
  }
  return 'unknown'
}
