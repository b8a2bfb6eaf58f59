import type { PluginSheet, SheetChoices } from '../../../shared/plugins/pluginSheet.ts'
import { addressKind } from '../../network/addressKind.ts'
import { isLoopbackName, isNearbyName, type HostRule } from '../../network/hostRule.ts'

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
    allowsAddress: addressesWith(localNetwork),
    allowsBody: ({ host }) => sendsByHost.get(host)?.includes('arguments') ?? false,
  }
}

/**
 * Returns which addresses a plugin reaches: those on the open internet, and nearby ones if the user
 * allows the local network. A name of the open internet leads to none nearby, and this machine is
 * reached only by its own names.
 */
export function addressesWith(localNetwork: boolean): HostRule['allowsAddress'] {
  return (ip, url) => {
    const kind = addressKind(ip)
    if (kind === 'public' || !localNetwork || !isNearbyName(url)) return kind === 'public'
    return kind === 'local' || (kind === 'loopback' && isLoopbackName(url))
  }
}

/** Returns the rule of a program: these hosts and no others. Nearby ones are named as such. */
export function createProgramRule(hosts: readonly string[]): HostRule {
  const named = new Set(hosts.map(plainHost))
  return { allowsHost: ({ host }) => named.has(host), allowsAddress: addressesWith(true) }
}

/** Returns the rule of a program that may reach any host on the open internet. */
export function createInternetRule({ localNetwork }: Pick<SheetChoices, 'localNetwork'>): HostRule {
  return { allowsHost: () => true, allowsAddress: addressesWith(localNetwork) }
}

/** Returns a host as URLs have it after `plainUrl`. */
export function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.+(?=:\d+$|$)/, '')
}
