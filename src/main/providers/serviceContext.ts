import { AppError } from '../../shared/errors.ts'
import { assertKeyMayTravel, isLocalAddress } from './configs/baseUrl.ts'
import type { ErrorContext } from './errors/providerErrors.ts'
import type { ServiceOptions } from './service.ts'

/**
 * Returns what the errors of a service say about it. Errors: addressInvalid, and those of
 * `assertKeyMayTravel` if there is a key.
 */
export function serviceContext(options: ServiceOptions): ErrorContext {
  const { name, baseUrl, key, redact } = options
  if (!URL.canParse(baseUrl)) {
    throw new AppError('addressInvalid', 'Not an address', { subject: baseUrl.slice(0, 200) })
  }
  if (key !== null) assertKeyMayTravel(baseUrl)
  return { provider: name, address: baseUrl, local: isLocalAddress(baseUrl), redact }
}
