import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { wasNeverSent } from '../providers/providerErrors.ts'

/** Failures of the configuration, which are found before anything is sent. */
const beforeSending: ReadonlySet<ErrorCode> = new Set([
  'addressInvalid',
  'attachmentMissing',
  'credentialsMissing',
  'forbidden',
  'keyMalformed',
  'keyMissing',
  'keyWithheld',
  'keychainUnavailable',
  'notSupported',
  'providerMissing',
  'serverNotRunning',
])

/** Answers of a gateway that has lost the service: the request may have been served. */
const lostBehindGateway: ReadonlySet<number> = new Set([408, 499, 502, 504, 520, 522, 524])

/**
 * Returns true if a failed request certainly made nothing that could be billed: it was not sent, or
 * the service itself refused it.
 */
export function wasRefused(error: AppError): boolean {
  const { status } = error.details
  if (status !== undefined) return !lostBehindGateway.has(status)
  return beforeSending.has(error.code) || wasNeverSent(error)
}
