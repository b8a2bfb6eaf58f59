import { AppError } from '../../../shared/errors.ts'
import { fromStatus, type ErrorContext } from '../errors/providerErrors.ts'

/** Returns the error of an answer of fal that is not good. */
export function falFailure(
  { status, text, headers }: { status: number; text: string; headers: Headers },
  context: ErrorContext,
): AppError {
  const failure = fromStatus(status, text, headers, context)
  // Only the words tell an empty balance from a missing right.
  const isEmpty = status === 403 && /balance|locked/i.test(text)
  const code = isEmpty ? 'quotaExhausted' : failure.code
  return new AppError(code, failure.message, failure.details, failure.cause)
}
