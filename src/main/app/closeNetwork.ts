import type { CommandLine } from 'electron'

/** Chromium resolves no name or address, not even loopback's. Main makes every request. */
const resolverRules = 'MAP * ~NOTFOUND'
/** An address at which nothing listens. */
const deadProxy = 'http://127.0.0.1:9'

/**
 * Closes the network to Chromium's own traffic and to the page: main makes every request. Only a
 * realtime session's datagrams go out, because they use neither names nor proxies. In development
 * the page also reaches the server that it comes from. Call it before the app is ready.
 */
export function closeNetwork(
  commandLine: Pick<CommandLine, 'appendSwitch'>,
  pageAddress: string,
): void {
  const { protocol, hostname } = new URL(pageAddress)
  const development = protocol === 'http:' ? `, EXCLUDE ${hostname}` : ''
  commandLine.appendSwitch('host-resolver-rules', `${resolverRules}${development}`)
  // The system's own proxy, which may be on loopback, would reach every address.
  commandLine.appendSwitch('proxy-server', deadProxy)
  // Chromium may also resolve names over HTTPS and connect to addresses over UDP.
  commandLine.appendSwitch('disable-quic')
  commandLine.appendSwitch('dns-prefetch-disable')
}
