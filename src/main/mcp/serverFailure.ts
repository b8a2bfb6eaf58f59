import { AppError } from '../../shared/errors.ts'
import type { ServerEnd } from '../processes/serverProcess.ts'

const answerMaximum = 2000

export interface FailureContext {
  errorTail: string
  end?: ServerEnd | undefined
  signal?: AbortSignal | undefined
  subject?: string | undefined
}

/**
 * Returns the user's error for a failure of a server: what it wrote last is a part of it. Errors of
 * Parley's own stay as they are.
 */
export function serverFailure(error: unknown, context: FailureContext): AppError {
  if (error instanceof AppError) return error
  const { errorTail, end, signal, subject } = context
  if (signal?.aborted) return new AppError('aborted', 'It was stopped', {}, error)
  const reason = end?.by === 'longLine' ? 'It wrote a line that is too long' : reasonOf(error)
  const answer = [reason, errorTail].filter((text) => text !== '').join('\n')
  const details = { subject, status: statusOf(error), answer: answer.slice(-answerMaximum) }
  if (end) return new AppError('pluginStopped', reason, details, error)
  return new AppError('pluginServerFailed', reason, details, error)
}

/** Returns what the innermost failure says: fetch hides it in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}
