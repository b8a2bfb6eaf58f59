import type { PagePlugin } from '../../../../src/main/plugins/frames/pagePlugin.ts'
import {
  pluginSheetSchema,
  sheetChoicesSchema,
  type PluginSheet,
} from '../../../../src/shared/plugins/pluginSheet.ts'

/** Returns a plugin with a page at this address, whose sheet names the hosts for it. */
export function pagePlugin(
  url: string,
  hosts: readonly string[] = [new URL(url).host],
  changes: Partial<PluginSheet> = {},
): PagePlugin {
  const sheet = pluginSheetSchema.parse({
    id: 'clock',
    format: 'manifest',
    origin: { kind: 'address', location: url, sha256: '' },
    title: 'Clock',
    description: '',
    author: '',
    homepage: null,
    avatar: null,
    version: null,
    type: 'default',
    tools: [],
    instructions: null,
    hosts: hosts.map((host) => ({ host, sends: ['pageRequests'], required: false })),
    localNetwork: true,
    process: null,
    page: { url, mode: 'iframe', width: null, height: null },
    settings: null,
    secretSettings: [],
    notes: [],
    ...changes,
  })
  return { sheet, choices: sheetChoicesSchema.parse({ localNetwork: true }) }
}
