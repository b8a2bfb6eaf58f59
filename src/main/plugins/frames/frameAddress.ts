import type { PagePlugin } from './pagePlugin.ts'

/** The scheme by which main serves plugins' pages. Each shown page has a host of its own. */
export const pluginScheme = 'plugin'

/** The place, at the frame's own address, of the hosts that the sheet names: `/~https/host/path`. */
const elsewhere = /^\/~(https?)\/([^/]+)(\/.*)?$/

/**
 * Returns the web address that an address of the frame stands for; undefined for one that the
 * sheet does not name. Every path that begins with no `~` is the page's own server's.
 */
export function webAddress(plugin: PagePlugin, pageUrl: URL, address: URL): URL | undefined {
  const [, protocol, host, path = '/'] = elsewhere.exec(address.pathname) ?? []
  const base = protocol ? `${protocol}://${host}` : pageUrl.origin
  const url = URL.parse(`${base}${protocol ? path : address.pathname}${address.search}`)
  if (!url || url.username !== '' || url.password !== '') return undefined
  return mayReach(plugin, pageUrl, url) ? url : undefined
}

/**
 * Returns the web address that a page's link means: an absolute one, or a path at the frame's own
 * address. Null for none.
 */
export function linkAddress(pageUrl: URL, link: string): URL | null {
  const [, protocol, host, path = '/'] = elsewhere.exec(link) ?? []
  return URL.parse(protocol ? `${protocol}://${host}${path}` : link, pageUrl.origin)
}

/** Tells whether the sheet lets a page reach a host, its own server included. */
export function mayReach(
  { sheet, choices }: PagePlugin,
  pageUrl: URL,
  { host, protocol }: URL,
): boolean {
  if (choices.hostsOff.includes(host)) return false
  // A page loaded over TLS must not send anything unencrypted.
  if (pageUrl.protocol === 'https:' && protocol !== 'https:') return false
  return sheet.hosts.some((known) => known.host === host && known.sends.includes('pageRequests'))
}

/** Returns the hosts that a page may reach besides its own. */
export function namedHosts(plugin: PagePlugin, pageUrl: URL): string[] {
  return plugin.sheet.hosts
    .map(({ host }) => host)
    .filter((host) => {
      const url = URL.parse(`${pageUrl.protocol}//${host}/`)
      return url !== null && mayReach(plugin, pageUrl, url)
    })
}
