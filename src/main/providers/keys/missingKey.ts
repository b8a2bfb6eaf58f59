import { AppError } from '../../../shared/errors.ts'
import type { Credentials } from './credentials.ts'
import { takesKey } from './providerKeys.ts'

/** Returns true if a request carries nothing that a service could refuse as a key. */
export function sendsNoKey({ config, keys }: Credentials): boolean {
  // A header or a query parameter of the user's own may be the key.
  const fields = { ...config.headers, ...config.query }
  return keys.length === 0 && takesKey(config) && Object.keys(fields).length === 0
}

/**
 * Returns the failure of a request without a key as what it is: the service refuses no key, it
 * wants one. A list that is forbidden is meant so, too; a model may be forbidden for other reasons.
 */
export function asMissingKey(error: unknown, modelId: string): unknown {
  if (!(error instanceof AppError)) return error
  const wantsKey =
    error.code === 'keyRefused' || (error.code === 'permissionDenied' && modelId === '')
  return wantsKey ? new AppError('keyMissing', error.message, error.details, error) : error
}
