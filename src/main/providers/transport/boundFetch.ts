import { AppError } from '../../../shared/errors.ts'
import { originOf } from '../../secrets/originOf.ts'
import type { Fetch } from './transport.ts'

/**
 * Returns a fetch that reaches only the provider's own origin, whatever address an adapter, a
 * package or a response asks for: its requests may carry a key. Errors: forbidden.
 */
export function boundFetch(fetch: Fetch, baseUrl: string): Fetch {
  const origin = originOf(baseUrl)
  return (input, init) => {
    const target = input instanceof Request ? input.url : input
    if (origin !== null && originOf(target) === origin) return fetch(input, init)
    return Promise.reject(new AppError('forbidden', 'A request would have left its origin'))
  }
}
