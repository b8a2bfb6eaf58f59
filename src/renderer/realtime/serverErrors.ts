import { AppError } from '../../shared/errors.ts'
import { maxQuotedAnswerLength } from '../../shared/limits.ts'
import type { ServerEvent } from './serverEvent.ts'

/** Returns the error of an answer that has failed. */
export function errorOf({ errorCode, errorMessage }: ServerEvent): AppError {
  const code = /quota/.test(errorCode)
    ? 'quotaExhausted'
    : /rate_limit/.test(errorCode)
      ? 'rateLimited'
      : 'serverError'
  const answer = errorMessage.slice(0, maxQuotedAnswerLength)
  return new AppError(code, 'The service could not answer', answer === '' ? {} : { answer })
}

/**
 * Tells whether the service has ended the session because its time is up. Azure may give a sentence
 * without a code.
 */
export function isExpiry({ errorCode, errorMessage }: ServerEvent): boolean {
  return errorCode === 'session_expired' || /session hit the maximum duration/i.test(errorMessage)
}
