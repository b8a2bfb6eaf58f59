import { addressKind } from '../../network/addressKind.ts'
import { isLoopbackName, type HostRule } from '../../network/hostRule.ts'

/** Hosts in the links of a server that listens on all addresses of its machine. */
const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '[::]'])

/**
 * Returns where to fetch a file that lies at the service itself, by the origin that the user has set
 * up for the service; undefined for an address of any other origin. A path alone is one of the
 * service, and so are other names of this machine at the same port.
 */
export function ownAddress(given: string, origin: string): string | undefined {
  const own = URL.parse(origin)
  const url = own && URL.parse(given, own.href)
  if (!own || !url) return undefined
  if (url.origin === own.origin) return url.href
  const isSameServer = url.protocol === own.protocol && url.port === own.port
  const isThisMachine = isLoopbackName(url) || anyAddress.has(url.hostname)
  if (!isSameServer || !isThisMachine || !isLoopbackName(own)) return undefined
  return new URL(url.pathname + url.search, own).href
}

/** Allows this origin alone, so that no redirect leads from it to another machine or port. */
export function onlyOrigin(origin: string): HostRule {
  return {
    allowsHost: (url) => url.origin === origin,
    allowsAddress: (ip, url) => url.origin === origin && addressKind(ip) !== 'never',
    refusal: 'mediaUnusable',
  }
}
