import { AppError } from '../../../shared/errors.ts'
import type { CompletionRequest } from '../reply.ts'

const fillInPattern = /\binfill\b|\bsuffix\b|\binsert\b|fill.?in.?the.?middle|\bFIM\b/i
const refusals: ReadonlySet<number | undefined> = new Set([400, 404, 405, 422, 500, 501])
const missing: ReadonlySet<number | undefined> = new Set([404, 405, 501])

/**
 * Tells apart a model that fills in no gap (fillInMissing), and a server without an address for
 * continuing texts (completionsMissing). Returns any other error as it is.
 */
export function asCompletionError(error: unknown, { suffix }: CompletionRequest): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, details } = error
  const { status, answer = '' } = details
  if (suffix !== null && refusals.has(status) && fillInPattern.test(answer)) {
    return new AppError('fillInMissing', message, details, error)
  }
  const isAddress = code === 'notFound' || code === 'notAnApi' || status !== 404
  if (!missing.has(status) || !isAddress) return error
  return new AppError('completionsMissing', message, details, error)
}
