import { AppError } from '../../../shared/errors.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { isObject, textOf } from '../../../shared/json.ts'
import { fromErrorObject, toAppError } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import type { Sdk } from './client.ts'

/** The HTTP status for each error type. https://platform.claude.com/docs/en/api/errors */
const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Converts an error thrown during a request, including the codes specific to this service. */
export function toFailure(error: unknown, context: ErrorContext, sdk: Sdk): AppError {
  return refine(toAppError(error, context, sdk), context)
}

/** Converts an error event in the middle of a stream whose status was success. */
export function fromErrorEvent(error: unknown, headers: Headers, context: ErrorContext): AppError {
  const type = isObject(error) ? textOf(error.type) : ''
  const status = statusOfType[type]
  const known = isObject(error) && status !== undefined ? { ...error, code: status } : error
  const failure = refine(fromErrorObject(known, headers, context), context)
  // The response's own status was 200.
  const { status: _status, ...details } = failure.details
  return new AppError(failure.code, failure.message, details, failure.cause)
}

function refine(failure: AppError, context: ErrorContext): AppError {
  const code = refinedCode(failure, context)
  if (code === failure.code) return failure
  return new AppError(code, failure.message, failure.details, failure.cause)
}

function refinedCode({ code, details }: AppError, { model }: ErrorContext): ErrorCode {
  const { answer = '' } = details
  // The service reports a retired model in the same way as an unknown one.
  if (code === 'notFound' && model !== undefined && /^model\b/.test(answer)) return 'modelNotFound'
  return code
}
