import { AppError } from '../../../shared/errors.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { isObject, parseJson, textOf } from '../../../shared/json.ts'
import { fromConnection, fromErrorObject, fromStatus } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { quoteAnswer } from '../errors/quoteServer.ts'
import { saysTooLong } from '../errors/tooLong.ts'
import type { Answer } from './requestHandler.ts'

export interface FailureContext extends ErrorContext {
  /** The name of the profile that the credentials come from. */
  profile?: string | undefined
}

/**
 * The exceptions of Bedrock, and those that any AWS service may return.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html
 */
const codeOfName = new Map<string, ErrorCode>(
  Object.entries({
    AccessDeniedException: 'permissionDenied',
    ConflictException: 'conflict',
    InternalFailure: 'serverError',
    InternalServerException: 'serverError',
    ModelErrorException: 'serverError',
    ModelNotReadyException: 'modelLoading',
    ModelStreamErrorException: 'streamBroken',
    ModelTimeoutException: 'timeout',
    OptInRequired: 'permissionDenied',
    NotAuthorized: 'permissionDenied',
    ServiceQuotaExceededException: 'quotaExhausted',
    ServiceUnavailable: 'overloaded',
    ServiceUnavailableException: 'overloaded',
    ThrottlingException: 'rateLimited',
    TooManyRequestsException: 'rateLimited',
    ExpiredToken: 'keyRefused',
    ExpiredTokenException: 'keyRefused',
    IncompleteSignature: 'keyRefused',
    IncompleteSignatureException: 'keyRefused',
    InvalidClientTokenId: 'keyRefused',
    InvalidSignatureException: 'keyRefused',
    MissingAuthenticationToken: 'keyRefused',
    MissingAuthenticationTokenException: 'keyRefused',
    SignatureDoesNotMatch: 'keyRefused',
    UnrecognizedClientException: 'keyRefused',
    RequestExpired: 'clockWrong',
    RequestInTheFuture: 'clockWrong',
    RequestTimeTooSkewed: 'clockWrong',
  }),
)

const clockPattern =
  /signature (?:expired|not yet current)|is now earlier than|is still later than/i
const retiredPattern =
  /end of (?:its|it's|it’s) life|end-of-life|marked by provider as legacy|\bmodel\b(?:[^.]|\.(?=\S)){0,160}?\b(?:has been|was|is) (?:deprecated|retired)/i
const modelPattern =
  /on-demand throughput|inference profile|model identifier is invalid|(?:invalid|unsupported|unknown) model|could not (?:find|resolve) the (?:foundation )?model/i
const filterPattern = /content filter|guardrail|responsible ai|blocked by/i
const keyPattern =
  /authentication failed|bearer token|(?:api key|security token)\b[^.]*\b(?:valid|invalid|expired)/i

/** Converts an error thrown during a request to an AppError. */
export function toFailure(
  error: unknown,
  context: FailureContext,
  answerTo: (response: unknown) => Answer | undefined,
): AppError {
  if (error instanceof AppError) {
    return new AppError(
      error.code,
      error.message,
      { ...placeOf(context), ...error.details },
      error.cause,
    )
  }
  if (!(error instanceof Error)) return fromConnection(error, context)
  if (error.name === 'TimeoutError') {
    return new AppError('timeout', error.message, placeOf(context), error)
  }
  if (/^(?:CredentialsProvider|TokenProvider|Provider)Error$/.test(error.name)) {
    const answer = quoteAnswer(error.message, context.redact)
    const subject = context.profile ?? context.address
    const details = { ...placeOf(context), subject, answer }
    return new AppError('credentialsMissing', 'The profile gives no credentials', details, error)
  }
  const response = '$response' in error ? error.$response : undefined
  const answer = answerTo(response)
  if (answer?.ok !== false) return fromConnection(error, context)
  const { statusCode, headers } = response as {
    statusCode: number
    headers: Record<string, string>
  }
  const failure = fromStatus(statusCode, messageOf(answer.body), new Headers(headers), context)
  return withCode(failure, codeOf(error.name, failure, context))
}

/** Converts an exception in the middle of a stream whose status was success. */
export function fromException(
  type: string,
  payload: string,
  headers: Headers,
  context: FailureContext,
): AppError {
  const name = type.charAt(0).toUpperCase() + type.slice(1)
  const failure = fromErrorObject({ message: saidIn(payload), type: name }, headers, context)
  return withCode(failure, codeOf(name, failure, context))
}

function codeOf(name: string, { code, details }: AppError, { model }: FailureContext): ErrorCode {
  const { answer = '' } = details
  const known = codeOfName.get(name)
  if (known === 'keyRefused' && clockPattern.test(answer)) return 'clockWrong'
  if (name === 'AccessDeniedException' && keyPattern.test(answer)) return 'keyRefused'
  if (known !== undefined) return retiredPattern.test(answer) ? 'modelRetired' : known
  if (name === 'ResourceNotFoundException') {
    if (retiredPattern.test(answer)) return 'modelRetired'
    return model === undefined ? 'notFound' : 'modelNotFound'
  }
  return name === 'ValidationException' ? codeOfValidation(answer, code) : code
}

function codeOfValidation(answer: string, code: ErrorCode): ErrorCode {
  if (retiredPattern.test(answer)) return 'modelRetired'
  if (saysTooLong(answer)) return 'contextTooLong'
  if (modelPattern.test(answer)) return 'modelNotFound'
  if (filterPattern.test(answer)) return 'contentFiltered'
  return code === 'serverError' ? 'badRequest' : code
}

/** Reads the message. AWS spells the field in two ways. */
function messageOf(body: string): string {
  const said = saidIn(body)
  return said === body ? body : JSON.stringify({ message: said })
}

function saidIn(body: string): string {
  const json = parseJson(body)
  return isObject(json) ? textOf(json['message'] ?? json['Message']) : body
}

function withCode(failure: AppError, code: ErrorCode): AppError {
  return new AppError(code, failure.message, failure.details, failure.cause)
}

function placeOf({ provider, model, address }: FailureContext) {
  return { provider, ...(model !== undefined && { model }), subject: address }
}
