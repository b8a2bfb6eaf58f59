import { AppError } from '../../../shared/errors.ts'

/** Throws `aborted` if the signal has fired, whatever error the client raised. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
}
