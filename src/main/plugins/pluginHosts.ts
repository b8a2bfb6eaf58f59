import { addressKind } from '../network/addressKind.ts'
import { isNearbyName, type HostRule } from '../network/hostRule.ts'
import type { StoredPlugin } from './pluginTable.ts'

type Allowed = Pick<StoredPlugin, 'sheet' | 'choices'>

/**
 * Returns the rule for a plugin's requests: the hosts of its sheet that the user left on. A machine
 * nearby is reached only if the user allowed that and the host's own form says that it is one.
 */
export function pluginHosts({ sheet, choices }: Allowed): HostRule {
  const on = new Set(
    sheet.hosts.flatMap(({ host }) => (choices.hostsOff.includes(host) ? [] : host)),
  )
  return {
    allowsHost: (url) => on.has(url.host) && (choices.localNetwork || !isNearbyName(url)),
    allowsAddress: (ip, url) => {
      const kind = addressKind(ip)
      return kind === 'public' || (kind !== 'never' && choices.localNetwork && isNearbyName(url))
    },
  }
}
