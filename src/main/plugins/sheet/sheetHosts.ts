import type { SheetHost } from '../../../shared/plugins/pluginSheet.ts'

type SentKind = SheetHost['sends'][number]
const order: readonly SentKind[] = ['arguments', 'settings', 'secrets', 'pageRequests']

export interface Sending {
  host: string
  sends: readonly SentKind[]
}

/** Returns each host once, with all that it is sent. A plugin can't work without its only host. */
export function sheetHosts(sendings: readonly Sending[]): SheetHost[] {
  const byHost = new Map<string, Set<SentKind>>()
  for (const { host, sends } of sendings) {
    byHost.set(host, new Set([...(byHost.get(host) ?? []), ...sends]))
  }
  return [...byHost].map(([host, sends]) => ({
    host,
    sends: order.filter((kind) => sends.has(kind)),
    required: byHost.size === 1,
  }))
}
