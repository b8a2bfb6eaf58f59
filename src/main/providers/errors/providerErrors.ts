import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { ErrorCode, ErrorDetails, FailureDetails } from '../../../shared/errors.ts'
import { noAnswerCode } from '../../network/finalAnswer.ts'
import { parseRetryAfter } from '../../network/retryAfter.ts'
import { quoteAnswer, quoteWord } from './quoteServer.ts'
import { limitOf, neverPasses, waitOf } from './limitReached.ts'
import { readAnswer } from './errorAnswer.ts'
import type { Answer } from './errorAnswer.ts'
import { codeOfStatus } from './statusCode.ts'

export interface ErrorContext {
  /** The display name of the provider. */
  provider: string
  model?: string | undefined
  address: string
  /** True if the server is on this machine. */
  local: boolean
  redact: (text: string) => string
}

/** The error classes of a client. Those of OpenAI and Anthropic share one design. */
export interface ClientErrors {
  APIUserAbortError: abstract new (...given: never[]) => Error
  APIConnectionTimeoutError: abstract new (...given: never[]) => Error
  APIError: abstract new (...given: never[]) => Error & {
    status: unknown
    error: unknown
    headers: unknown
  }
}

const bodySchema = z.object({ body: z.string() })
/** OpenAI's client keeps the content of `error`, Anthropic's keeps the whole body. */
const plainBodySchema = z.union([
  bodySchema,
  z.object({ error: bodySchema }).transform(({ error }) => error),
])

/** Converts an error thrown during a request to an AppError. */
export function toAppError(error: unknown, context: ErrorContext, client: ClientErrors): AppError {
  if (error instanceof AppError) {
    const details = { ...detailsOf(context), ...error.details }
    return new AppError(error.code, error.message, details, error.cause)
  }
  if (error instanceof client.APIUserAbortError) {
    return new AppError('aborted', 'The request was stopped', detailsOf(context))
  }
  if (error instanceof client.APIConnectionTimeoutError) {
    return new AppError('timeout', 'The server did not answer in time', detailsOf(context))
  }
  if (error instanceof client.APIError && typeof error.status === 'number') {
    const body = plainBodySchema.safeParse(error.error).data?.body ?? ''
    const headers = error.headers instanceof Headers ? error.headers : new Headers()
    return fromStatus(error.status, body, headers, context)
  }
  // The client wraps errors that the transport itself throws.
  if (error instanceof Error && error.cause instanceof AppError) {
    return toAppError(error.cause, context, client)
  }
  return fromConnection(error, context)
}

/** Converts an HTTP response with an error status. */
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
    requestId: quoteWord(requestIdOf(headers) ?? '', context.redact),
    ...limitDetails(code, answer, headers),
    ...(answer.param !== '' && { field: answer.param }),
    ...retryWordOf(headers),
    answer: quoteAnswer(answer.message, context.redact),
    ...(location !== null && status < 400 && { subject: quoteWord(location, context.redact) }),
  })
}

/** Converts an error object from an answer of status 200 or from the middle of a stream. */
export function fromErrorObject(error: unknown, headers: Headers, context: ErrorContext): AppError {
  const answer = readAnswer(JSON.stringify({ error }))
  const status = Number(answer.code)
  const known = status >= 400 && status <= 599
  const code = codeOfStatus(known ? status : statusOfType(`${answer.code} ${answer.type}`), answer)
  return new AppError(code, `${context.provider} answered with an error`, {
    ...detailsOf(context),
    ...(known && { status }),
    requestId: quoteWord(requestIdOf(headers) ?? '', context.redact),
    ...limitDetails(code, answer, new Headers()),
    ...(answer.param !== '' && { field: answer.param }),
    answer: quoteAnswer(answer.message, context.redact),
  })
}

/** Returns how long to wait, by the headers or else by what the answer says. */
function limitDetails(code: ErrorCode, answer: Answer, headers: Headers): FailureDetails {
  const asked = retryAfterOf(headers)
  if (code !== 'rateLimited' && code !== 'overloaded') return { retryAfterSeconds: asked }
  const retryAfterSeconds = (asked || waitOf(answer)) ?? asked
  const isDay = limitOf(answer) === 'day'
  const isVain = neverPasses(answer) || (isDay && retryAfterSeconds === undefined)
  return {
    retryAfterSeconds,
    ...(isDay && { period: 'day' as const }),
    ...(isVain && { shouldRetry: false }),
  }
}

/** The status for a type of error that arrived without one. */
const statusByType: readonly [RegExp, number][] = [
  [/insufficient_quota|billing|payment|credit/, 402],
  [/rate_limit|too_many|throttl|resource_exhausted/i, 429],
  [/authentication|invalid_api_key|unauthorized/i, 401],
  [/permission|forbidden/i, 403],
  [/not_found/i, 404],
  [/user_error|invalid_request|invalid_prompt|bad_request|context_length|content_filter/i, 400],
  [/overloaded|unavailable|capacity/i, 529],
  [/timeout|deadline/i, 504],
]

function statusOfType(said: string): number {
  return statusByType.find(([pattern]) => pattern.test(said))?.[1] ?? 500
}

function detailsOf({ provider, model, address }: ErrorContext): ErrorDetails {
  return { provider, ...(model !== undefined && { model }), subject: address }
}

const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'x-fal-request-id',
  'cf-ray',
]

/** Returns the server's request id. It must be redacted before it is shown. */
export function requestIdOf(headers: Headers): string | null {
  for (const name of requestIdHeaders) {
    const value = headers.get(name)
    if (value) return value
  }
  return null
}

/** Returns the seconds from the headers that services use for a delay. */
function retryAfterOf(headers: Headers): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (isWait(milliseconds)) return Math.ceil(milliseconds / 1000)
  const asked = parseRetryAfter(headers.get('retry-after'), headers.get('date'))
  return asked === null ? undefined : Math.ceil(asked / 1000)
}

/** Returns the decision from the header that the clients of OpenAI and Anthropic use. */
function retryWordOf(headers: Headers): Pick<FailureDetails, 'shouldRetry'> {
  const word = headers.get('x-should-retry')
  return word === 'true' || word === 'false' ? { shouldRetry: word === 'true' } : {}
}

function isWait(amount: number): boolean {
  return amount >= 0 && Number.isFinite(amount)
}

/**
 * Connection errors that mean, for a local server, that it is not running: no network is involved.
 */
const notListening: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Converts a system error of a failed connection. */
export function fromConnection(error: unknown, context: ErrorContext): AppError {
  const { reason } = systemErrorOf(error)
  const fail = (code: ErrorCode, message: string) =>
    new AppError(code, `${message} (${reason})`, detailsOf(context), error)
  if (context.local && notListening.has(reason)) {
    return fail('serverNotRunning', `Nothing listens at ${context.address}`)
  }
  if (reason === 'ETIMEDOUT') return fail('timeout', `${context.address} can't be reached`)
  if (reason === noAnswerCode || reason.startsWith('HPE_')) {
    return fail('notAnApi', `${context.address} does not speak HTTP`)
  }
  if (/CERT|SIGNATURE|TLS|SSL|EPROTO/.test(reason)) {
    return fail('connectionFailed', `No safe connection to ${context.address}`)
  }
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return fail('connectionFailed', `The name in ${context.address} was not found`)
  }
  return fail('connectionFailed', `No connection to ${context.address}`)
}

/**
 * Returns the code of the system's error and the call that failed, empty if it is not told. The
 * error may be nested at any depth below the client's own errors.
 */
function systemErrorOf(error: unknown): { reason: string; call: string } {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') {
      const call = 'syscall' in cause && typeof cause.syscall === 'string' ? cause.syscall : ''
      return { reason: cause.code, call }
    }
    cause = cause.cause
  }
  return { reason: 'unknown', call: '' }
}

/** Errors of connecting, of names and of the TLS handshake, which arise before a byte is sent. */
const beforeSending =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$|CERT|SIGNATURE|WRONG_VERSION_NUMBER|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE/
/** A connection that was open may fail with the same codes. */
const connecting: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Returns true if the request of a failed connection was certainly never sent. */
export function wasNeverSent({ code, cause }: AppError): boolean {
  if (code !== 'connectionFailed' && code !== 'serverNotRunning' && code !== 'timeout') return false
  const { reason, call } = systemErrorOf(cause)
  if (reason === 'ETIMEDOUT') return call === 'connect'
  return beforeSending.test(reason) && (call === '' || connecting.has(call))
}

/** Converts a socket error within an answer to streamBroken. */
export function asBreak(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('streamBroken', 'The connection broke in the middle of the answer', {}, error)
}

/** Marks the failure of an answer that had begun, whose status was that of success. */
export function asAnswered(failure: AppError, hasContent: boolean): AppError {
  const { code, message, details, cause } = failure
  const answered = hasContent ? 'content' : 'head'
  return new AppError(code, message, { ...details, answered }, cause)
}
