import { AppError } from '../../../shared/errors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'

/** Statuses of services without this API. */
const missing: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501])

/** Tells whether the service is OpenAI's own, whose assistants ended on 26 August 2026. */
export function isOpenAi({ address }: Pick<ErrorContext, 'address'>): boolean {
  return URL.parse(address)?.hostname === 'api.openai.com'
}

export function goneError({ provider, address }: ErrorContext, model: string): AppError {
  const details = { provider, model, subject: address }
  return new AppError('assistantsGone', 'The service has no assistants any more', details)
}

/**
 * Tells whether the answer to the request for a list means that there is none: a page, or any status
 * but those of a service that is busy or broken for now.
 */
export function saysNone({ code, details: { status } }: AppError): boolean {
  if (status === undefined) return code === 'malformedAnswer' || code === 'notAnApi'
  return missing.has(status) || (status < 500 && status !== 408 && status !== 429)
}

/** Tells whether a service answers that what was asked for no longer exists. A page is no answer. */
export function isGone({ code, details: { status } }: AppError): boolean {
  return (status === 404 || status === 410) && code !== 'notAnApi'
}

/** Converts an answer that says that there is no such API, or no such assistant. */
export function asGone(failure: AppError): AppError {
  const { status, answer = '' } = failure.details
  if (!missing.has(status)) return failure
  const code = /no assistant|assistant.{0,60}not (?:found|exist)/i.test(answer)
    ? 'modelNotFound'
    : 'assistantsGone'
  return new AppError(code, failure.message, failure.details, failure)
}
