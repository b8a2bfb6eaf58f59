import { AppError } from '../../../shared/errors.ts'
import { sourceOfPlugin } from '../content/keepFile.ts'
import type { GivenText } from '../../tools/givenTexts.ts'
import type { Manager } from '../manager.ts'
import type { PluginLog } from '../pluginLog.ts'
import type { PluginServers } from '../pluginServers.ts'
import type { PluginTable } from '../pluginTable.ts'
import { refusedRequest } from '../refusedRequest.ts'
import type { PagePlugins } from './pagePlugin.ts'

interface PagePluginsOptions {
  table: Pick<PluginTable, 'get'>
  manager: Pick<Manager, 'readSettings' | 'writeSettings'>
  log: Pick<PluginLog, 'add'>
  servers: Pick<PluginServers, 'use'>
  /** Remembers a text that the user may send. */
  remember: (given: GivenText) => void
  callFromView: PagePlugins['callFromView']
}

/** Returns the installed plugins as their pages need them. */
export function createPagePlugins({
  table,
  manager,
  log,
  servers,
  remember,
  callFromView,
}: PagePluginsOptions): Omit<PagePlugins, 'onStopped'> {
  return {
    find(id) {
      const plugin = table.get(id)
      return plugin?.enabled === true ? plugin : undefined
    },
    readSettings: (id) => manager.readSettings(id).values,
    writeSettings: async (id, values) => void (await manager.writeSettings(id, values)),
    async readResource(id, uri, signal) {
      const plugin = table.get(id)
      if (plugin?.enabled) {
        return servers.use(plugin, signal, (client, request) =>
          client.readResource({ uri }, request),
        )
      }
      throw new AppError('pluginNotFound', 'It is not there', { subject: id })
    },
    callFromView,
    rememberGiven(id, text) {
      const plugin = table.get(id)
      if (plugin) remember({ source: sourceOfPlugin(plugin), text })
    },
    logRefusal: (pluginId, host, address) =>
      log.add(refusedRequest({ pluginId, tool: 'page', host, address })),
  }
}
