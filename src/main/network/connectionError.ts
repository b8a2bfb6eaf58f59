import { AppError } from '../../shared/errors.ts'

/** Returns the AppError of a failed request: aborted, timeout or connectionFailed. */
export function connectionError(
  error: unknown,
  host: string,
  signal: AbortSignal | null,
): AppError {
  if (error instanceof AppError) return error
  const details = { subject: host, provider: host }
  if (signal?.aborted) return new AppError('aborted', 'The request was stopped', {}, error)
  const reason = reasonOf(error)
  if (reason === 'ETIMEDOUT')
    return new AppError('timeout', `${host} can't be reached`, details, error)
  return new AppError('connectionFailed', `No connection to ${host} (${reason})`, details, error)
}

/** Returns the system's code. A connection that was tried by several addresses has several. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error instanceof AggregateError ? reasonOf(error.errors[0]) : 'unknown'
}
