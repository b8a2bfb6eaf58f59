import { assertConsent, type AskConsent } from '../../consent.ts'
import { addressKind } from '../../network/addressKind.ts'
import {
  isNearbyName,
  literalOf,
  plainUrl,
  refusal,
  type HostRule,
} from '../../network/hostRule.ts'
import type { Resolve } from '../../network/judgedLookup.ts'
import { late, within } from '../../timeLimit.ts'

const lookUpMilliseconds = 5000

/** Returns what a page may be fetched from; a nearby one only where the user has allowed that. */
export function pageRule(pages: HostRule, address: string, nearby: boolean): HostRule {
  return { ...(nearby ? allowedHost(new URL(address)) : pages), refusal: 'pageRefused' }
}

/** Allows the open internet, and nearby machines by the name that the user has allowed. */
function allowedHost(address: URL): HostRule {
  const { host } = plainUrl(address)
  return {
    allowsHost: () => true,
    allowsAddress: (ip, url) => {
      const kind = addressKind(ip)
      return kind === 'public' || (kind !== 'never' && url.host === host)
    },
  }
}

/**
 * Asks the user about a page of this computer or the local network. Resolves to whether it is one.
 * Where a name leads is judged again by each connection. Errors: pageRefused for an address that is
 * never fetched, consentRefused.
 */
export async function allowPage(
  pages: HostRule,
  url: URL,
  consent: AskConsent,
  resolve: Resolve,
): Promise<boolean> {
  const plain = plainUrl(url)
  const addresses = await addressesOf(plain, resolve)
  const isSaid = isNearbyName(plain)
  const isName = literalOf(plain.hostname) === null
  const isOpen = !(isName && isSaid) && isReached(pages, plain, addresses)
  const rule = pageRule(pages, url.href, true)
  if (!isOpen && !isReached(rule, plain, addresses)) {
    throw refusal(rule, plain, 'Parley may not fetch this page')
  }
  if (isOpen) return false
  // Unless the name shows that the host is nearby, the question names its addresses too.
  const name = isSaid ? url.host : `${url.host} (${addresses.join(', ')})`
  await assertConsent(consent, { kind: 'page', name, facts: [] })
  return true
}

/** Returns what a rule judges; nothing for a name that says where it leads, or leads nowhere. */
async function addressesOf(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const literal = literalOf(url.hostname)
  if (literal !== null) return [literal]
  if (isNearbyName(url)) return []
  const found = await within(lookUpMilliseconds, resolve(url.hostname)).catch(() => [])
  return found === late ? [] : found.map(({ address }) => address)
}

/** Tells whether some address is allowed. Without any, fetching the page says what is wrong. */
function isReached(rule: HostRule, url: URL, addresses: readonly string[]): boolean {
  if (!rule.allowsHost(url)) return false
  return addresses.length === 0 || addresses.some((ip) => rule.allowsAddress(ip, url))
}
