import type { CommandLine } from 'electron'

/** Names and addresses that Chromium finds; all others exist for main alone. */
const resolverRules = 'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'
/** Nobody listens there; loopback itself needs no proxy. */
const deadProxy = 'http://127.0.0.1:9'

/**
 * Closes the network to Chromium, to what it does by itself as to the page: main makes every
 * request. Only the datagrams of a call go out, as they pass neither names nor proxies. Call it
 * before the app is ready.
 */
export function closeNetwork(commandLine: Pick<CommandLine, 'appendSwitch'>): void {
  commandLine.appendSwitch('host-resolver-rules', resolverRules)
  // Over the system's own proxy, which may be on loopback, everything would be reached.
  commandLine.appendSwitch('proxy-server', deadProxy)
  // Names may also be asked for over HTTPS, and addresses connected to over UDP.
  commandLine.appendSwitch('disable-quic')
  commandLine.appendSwitch('dns-prefetch-disable')
}
