import { AppError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { addressKind, isPublicAddress, rangeKind } from './addressKind.ts'

/** The hosts that requests may reach, and by which addresses. */
export interface HostRule {
  /** Tells whether a request may go to this address. It has neither user name nor trailing dot. */
  allowsHost: (url: URL) => boolean
  /** Tells whether a connection for `url` may be opened to an IP address. */
  allowsAddress: (ip: string, url: URL) => boolean
  /** Tells whether a redirect may take the body along to this other origin; by default it may not. */
  allowsBody?: (url: URL) => boolean
  /** The code of a refusal; `pluginNetworkRefused` by default. */
  refusal?: ErrorCode
}

/** Allows every host on the open internet. */
export const publicHosts: HostRule = {
  allowsHost: () => true,
  allowsAddress: isPublicAddress,
}

/**
 * Allows the open internet, and a nearby machine if the user typed its address. A redirect leads to
 * no other nearby machine.
 */
export function typedAddress(address: URL): HostRule {
  const typed = plainUrl(address)
  return {
    allowsHost: () => true,
    allowsAddress: (ip, url) => {
      const kind = addressKind(ip)
      return kind === 'public' || (kind !== 'never' && url.host === typed.host && isNearbyName(url))
    },
  }
}

/** Returns the refusal of an address by a rule. */
export function refusal(rule: HostRule, url: URL, why: string): AppError {
  return new AppError(rule.refusal ?? 'pluginNetworkRefused', why, { subject: url.host })
}

/** Returns an address without user name, password, fragment and the dots after its host. */
export function plainUrl(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  plain.hash = ''
  plain.hostname = url.hostname.replace(/\.+$/, '')
  return plain
}

/** Tells whether a host's own form says that it is this machine or in the local network. */
export function isNearbyName({ hostname }: URL): boolean {
  const literal = literalOf(hostname)
  if (literal !== null) return ['local', 'loopback'].includes(addressKind(literal))
  return !hostname.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(hostname)
}

/** Tells whether a host's own form says that it is this machine. */
export function isLoopbackName({ hostname }: URL): boolean {
  const literal = literalOf(hostname)
  if (literal !== null) return addressKind(literal) === 'loopback'
  return /(?:^|\.)localhost$/.test(hostname)
}

/** Returns the IP address that a URL's host is, or null for a name. */
export function literalOf(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : null
}

/**
 * Tells whether a secret may be sent to an address: over https, or over http to this machine and to
 * an address of a private range. Any machine of the local network can claim a name, and a neighbour
 * with a public address may be a stranger's.
 */
export function secretMayTravel(url: URL): boolean {
  if (url.protocol === 'https:') return true
  if (url.protocol !== 'http:') return false
  const literal = literalOf(url.hostname)
  return isLoopbackName(url) || (literal !== null && rangeKind(literal) === 'local')
}
