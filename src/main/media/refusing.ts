import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { NoResult, NotAccepted } from './mediaProvider.ts'
import { hasAnswered, wasRefused } from '../providers/errors/wasRefused.ts'

/**
 * Sends a paid request, up to the head of its answer. Errors: NotAccepted for a failure that
 * certainly costs nothing, NoResult if the service answers that it failed, any other error as it is.
 */
export async function refusing<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (wasRefused(error)) throw new NotAccepted(error)
    if (hasAnswered(error)) throw new NoResult(error)
    throw error
  }
}

/** After these nobody knows what the rest of the answer would have been. */
const breaks: readonly ErrorCode[] = ['aborted', 'connectionFailed', 'streamBroken', 'timeout']

/**
 * Reads the answer to a paid request, which counts from here on, whatever stands in it. Errors:
 * NoResult for an answer that gives no result, those of a connection that breaks.
 */
export async function answering<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof AppError) || breaks.includes(error.code)) throw error
    throw new NoResult(error)
  }
}
