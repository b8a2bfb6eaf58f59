import type { Manager } from '../manager.ts'
import type { PluginLog } from '../pluginLog.ts'
import type { PluginTable } from '../pluginTable.ts'
import { refusedRequest } from '../refusedRequest.ts'
import type { PagePlugins } from './pagePlugin.ts'

interface PagePluginsOptions {
  table: Pick<PluginTable, 'get'>
  manager: Pick<Manager, 'readSettings' | 'writeSettings'>
  log: Pick<PluginLog, 'add'>
}

/** Returns the installed plugins as their pages need them. */
export function createPagePlugins({
  table,
  manager,
  log,
}: PagePluginsOptions): Omit<PagePlugins, 'onStopped'> {
  return {
    find(id) {
      const plugin = table.get(id)
      return plugin?.enabled === true ? plugin : undefined
    },
    readSettings: (id) => manager.readSettings(id).values,
    writeSettings: async (id, values) => void (await manager.writeSettings(id, values)),
    logRefusal: (pluginId, host, address) =>
      log.add(refusedRequest({ pluginId, tool: 'page', host, address })),
  }
}
