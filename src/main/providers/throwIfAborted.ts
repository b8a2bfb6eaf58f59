import { AppError } from '../../shared/errors.ts'

/** Errors: aborted. A stop is told as such, whatever the client has made of it. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
}
