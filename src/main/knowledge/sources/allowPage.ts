import { assertConsent, type AskConsent } from '../../consent.ts'
import {
  isNearbyName,
  literalOf,
  plainUrl,
  refusal,
  typedAddress,
  type HostRule,
} from '../../network/hostRule.ts'

/** Returns what a page may be fetched from; a nearby one only where the user has allowed that. */
export function pageRule(pages: HostRule, address: string, nearby: boolean): HostRule {
  return { ...(nearby ? typedAddress(new URL(address)) : pages), refusal: 'pageRefused' }
}

/**
 * Asks the user about a page of this computer or the local network. Resolves to whether it is one.
 * Errors: pageRefused for an address that is never fetched, consentRefused.
 */
export async function allowPage(pages: HostRule, url: URL, consent: AskConsent): Promise<boolean> {
  const plain = plainUrl(url)
  const isPlainName = literalOf(plain.hostname) === null
  const isOpen = allows(pages, plain) && !(isPlainName && isNearbyName(plain))
  const rule = pageRule(pages, url.href, !isOpen && isNearbyName(plain))
  if (!allows(rule, plain)) throw refusal(rule, plain, 'Parley may not fetch this page')
  if (isOpen) return false
  await assertConsent(consent, { kind: 'page', name: url.host, facts: [] })
  return true
}

/** Tells what an address itself says. Where a name leads is judged when it is fetched. */
function allows(rule: HostRule, url: URL): boolean {
  const ip = literalOf(url.hostname)
  return rule.allowsHost(url) && (ip === null || rule.allowsAddress(ip, url))
}
