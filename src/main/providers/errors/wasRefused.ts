import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { wasNeverSent } from './providerErrors.ts'

/** Failures of the configuration, which are found before anything is sent. */
const beforeSending: ReadonlySet<ErrorCode> = new Set([
  'addressInvalid',
  'attachmentMissing',
  'credentialsMissing',
  'fireworksFileTooLarge',
  'forbidden',
  'keyMalformed',
  'keyMissing',
  'keyWithheld',
  'keychainUnavailable',
  'notSupported',
  'providerMissing',
  'serverNotRunning',
  'trainingAccountUnclear',
])

/**
 * Answers that a gateway gives once it has lost the service, or that come after a wait: the request
 * may have been served. 520 to 527 and 530 are Cloudflare's.
 */
const lostBehindGateway: ReadonlySet<number> = new Set([
  ...[408, 499, 502, 503, 504],
  ...[520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599],
])

/**
 * Returns true if a failed request certainly made nothing that could be billed: it was not sent, or
 * the service itself refused it with a status. Only for failures of before the answer: what stands
 * in an answer of status 200 proves nothing.
 */
export function wasRefused(error: AppError): boolean {
  const { status } = error.details
  if (status === undefined) return beforeSending.has(error.code) || wasNeverSent(error)
  return status >= 300 && status < 500 && !lostBehindGateway.has(status)
}

/** Returns true if a request that failed has certainly cost nothing: no answer to it had begun. */
export function hasCostNothing(error: unknown): boolean {
  return error instanceof AppError && error.details.answered === undefined && wasRefused(error)
}

/**
 * Returns true if a failed request may be sent again in another form: any, unless it must be sent
 * once and may have been served.
 */
export function mayRepeat({ once = false }: { once?: boolean }, failure: AppError): boolean {
  return !once || wasRefused(failure)
}

/** Returns true if the service itself has answered that it failed: it may have done the work. */
export function hasAnswered({ details: { status } }: AppError): boolean {
  return status !== undefined && (status < 300 || status >= 500) && !lostBehindGateway.has(status)
}
