import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify, promisify } from 'node:util'
import type { AppError } from '../../shared/errors.ts'
import { type HostRule, literalOf, refusal } from './hostRule.ts'

/** Returns a host's IP addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

const lookUpAll = promisify(lookup)
export const lookUpBySystem: Resolve = (hostname) => lookUpAll(hostname, { all: true })

/** Judges an address before anything is looked up or sent. Errors: the rule's refusal. */
export function assertAllowed(url: URL, allows: HostRule): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal(allows, url, 'Only addresses on the web can be reached')
  }
  if (url.hostname === '' || !allows.allowsHost(url)) {
    throw refusal(allows, url, 'The host is not among those that may be reached')
  }
  const literal = literalOf(url.hostname)
  // A literal address is connected to without a look-up.
  if (literal !== null && !allows.allowsAddress(literal, url)) throw addressRefusal(allows, url)
}

/** Returns a look-up that gives the connection only addresses that may be connected to. */
export function judgedLookup(
  url: URL,
  allows: HostRule,
  resolve: Resolve = lookUpBySystem,
): LookupFunction {
  const findAllowed = callbackify(async (hostname: string) => {
    const found = await resolve(hostname)
    const allowed = found.filter(({ address }) => allows.allowsAddress(address, url))
    if (allowed.length === 0) throw addressRefusal(allows, url)
    return allowed
  })
  return (hostname, options, callback) => {
    findAllowed(hostname, (error, allowed) => {
      if (error) return callback(error, '')
      const [first] = allowed
      if (options.all) callback(null, allowed)
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}

function addressRefusal(allows: HostRule, url: URL): AppError {
  return refusal(allows, url, 'The address is not on the open internet')
}
