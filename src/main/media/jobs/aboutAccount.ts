import type { ErrorCode, WireError } from '../../../shared/errors.ts'

/** Errors that a new key solves. */
const keyCodes: readonly ErrorCode[] = [
  'keyRefused',
  'keyMissing',
  'keyWithheld',
  'keyMalformed',
  'keychainUnavailable',
  'credentialsMissing',
]

/**
 * Tells whether a request failed because of the user's account, which nothing but the user mends:
 * the key, or the balance. It made nothing that is to be paid.
 */
export function isAboutAccount({ code }: Pick<WireError, 'code'>): boolean {
  return code === 'quotaExhausted' || keyCodes.includes(code)
}
