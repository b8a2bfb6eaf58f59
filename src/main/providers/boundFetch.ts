import { AppError } from '../../shared/errors.ts'
import { originOf } from '../secrets/originOf.ts'
import type { Fetch } from './transport.ts'

/**
 * A fetch that reaches the provider's own origin and nothing else, whatever an adapter, a package
 * or an answer makes of an address: what it sends may carry a key. Errors: forbidden.
 */
export function boundFetch(fetch: Fetch, baseUrl: string): Fetch {
  const origin = originOf(baseUrl)
  return (input, init) => {
    const target = input instanceof Request ? input.url : input
    if (origin !== null && originOf(target) === origin) return fetch(input, init)
    return Promise.reject(new AppError('forbidden', 'A request would have left its origin'))
  }
}
