import { AppError } from '../../shared/errors.ts'
import { lastWords } from '../processes/lastWords.ts'
import type { ServerEnd } from '../processes/serverProcess.ts'

const maxAnswerLength = 2000

export interface FailureContext {
  errorTail: string
  end?: ServerEnd | undefined
  signal?: AbortSignal | undefined
  subject?: string | undefined
  /** Whether it is the start that failed. */
  isStart?: boolean
}

/**
 * Returns the user's error for a failure of a server: what it wrote last is a part of it. Errors of
 * Parley's own stay as they are.
 */
export function serverFailure(error: unknown, context: FailureContext): AppError {
  const chain = causesOf(error)
  const own = chain.find((cause) => cause instanceof AppError)
  if (own) return own
  const { errorTail, end, signal, subject, isStart } = context
  if (signal?.aborted) return new AppError('aborted', 'It was stopped', {}, error)
  const reason = end?.by === 'longLine' ? 'It wrote a line that is too long' : reasonOf(chain)
  const answer = [reason, errorTail].filter((text) => text !== '').join('\n')
  const details = { subject, status: statusOf(error), answer: answer.slice(-maxAnswerLength) }
  if (isStart) {
    const lastLine = lastWords(errorTail)
    return new AppError('pluginNotStarted', reason, { ...details, lastLine }, error)
  }
  if (end) return new AppError('pluginStopped', reason, details, error)
  return new AppError('pluginServerFailed', reason, details, error)
}

/** Returns an error and its causes: the SDK and fetch hide what really failed in them. */
function causesOf(error: unknown): unknown[] {
  const chain = [error]
  for (let last = error; last instanceof Error && chain.length < 6;) {
    last = last.cause
    if (last !== undefined) chain.push(last)
  }
  return chain
}

function reasonOf(chain: readonly unknown[]): string {
  const texts = chain.map((cause) => (cause instanceof Error ? cause.message : String(cause)))
  return [...new Set(texts)].join(': ')
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}
