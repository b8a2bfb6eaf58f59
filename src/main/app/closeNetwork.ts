import type { CommandLine } from 'electron'

/** The names and addresses that Chromium resolves; only main reaches all others. */
const resolverRules = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'
/** Nothing listens there. Loopback needs no proxy. */
const deadProxy = 'http://127.0.0.1:9'

/**
 * Closes the network to Chromium's own traffic and to the page: main makes every request. Only a
 * call's datagrams go out, because they use neither names nor proxies. Call it before the app is
 * ready.
 */
export function closeNetwork(commandLine: Pick<CommandLine, 'appendSwitch'>): void {
  commandLine.appendSwitch('host-resolver-rules', resolverRules)
  // The system's own proxy, which may be on loopback, would reach every address.
  commandLine.appendSwitch('proxy-server', deadProxy)
  // Chromium may also resolve names over HTTPS and connect to addresses over UDP.
  commandLine.appendSwitch('disable-quic')
  commandLine.appendSwitch('dns-prefetch-disable')
}
