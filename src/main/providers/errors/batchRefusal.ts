import { AppError } from '../../../shared/errors.ts'
import type { ErrorContext } from './providerErrors.ts'
import { quoteAnswer } from './quoteServer.ts'

/** Matches the refusal of a batch because of those that wait before it. */
const fullPattern = /token_limit_exceeded|enqueued/i

/** Converts what a service says about a batch, or a line of it, that it has not run. */
export function batchRefusal(code: string, message: string, context: ErrorContext): AppError {
  const isFull = fullPattern.test(`${code} ${message}`)
  const said = [message, message === '' ? code : ''].filter((word) => word !== '').join(' ')
  return new AppError(isFull ? 'batchQueueFull' : 'batchRefused', 'The batch was refused', {
    provider: context.provider,
    answer: quoteAnswer(said, context.redact),
  })
}
