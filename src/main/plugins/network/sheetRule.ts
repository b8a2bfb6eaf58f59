import type { PluginSheet, SheetChoices } from '../../../shared/pluginSheet.ts'
import { addressKind } from '../../network/addressKind.ts'
import { isLoopbackName, type HostRule } from '../../network/hostRule.ts'

/**
 * Returns the rule of a plugin's sheet: the hosts that it names and the user left on. They are on
 * the open internet unless the user allows the local network; this machine is reached only by its
 * own names.
 */
export function createHostRule(
  { hosts }: Pick<PluginSheet, 'hosts'>,
  { hostsOff, localNetwork }: Pick<SheetChoices, 'hostsOff' | 'localNetwork'>,
): HostRule {
  const off = new Set(hostsOff.map(plainHost))
  const on = hosts.filter(({ host }) => !off.has(plainHost(host)))
  const sendsByHost = new Map(on.map(({ host, sends }) => [plainHost(host), sends]))
  return {
    allowsHost: ({ host }) => sendsByHost.has(host),
    allowsAddress: (ip, url) => {
      const kind = addressKind(ip)
      if (kind === 'public' || !localNetwork) return kind === 'public'
      return kind === 'local' || (kind === 'loopback' && isLoopbackName(url))
    },
    allowsBody: ({ host }) => sendsByHost.get(host)?.includes('arguments') ?? false,
  }
}

/** Returns a host as URLs have it after `plainUrl`. */
export function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.+(?=:\d+$|$)/, '')
}
