import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { plugins } from '../../shared/plugins/plugins.ts'
import { indexEntries } from './bundledIndex.ts'
import type { Installer } from './installer.ts'
import { serversInFile } from './intake/readServer.ts'
import type { Manager } from './manager.ts'
import type { PluginLog } from './pluginLog.ts'
import type { PluginServers } from './pluginServers.ts'
import { toInstalled } from './pluginState.ts'
import type { Tester } from './tester.ts'

export interface PluginsParts {
  installer: Installer
  manager: Manager
  tester: Tester
  log: PluginLog
  servers: Pick<PluginServers, 'start'>
}

export function createPluginsHandlers({
  installer,
  manager,
  tester,
  log,
  servers,
}: PluginsParts): FeatureHandlers<typeof plugins> {
  return {
    list: () => manager.list().map(toInstalled),
    index: () => indexEntries(),
    serversInFile: ({ bytes }) => serversInFile(bytes),
    inspect: ({ source }) => installer.inspect(source),
    install: async ({ inspectionId, choices }) =>
      toInstalled(await manager.change(() => installer.install(inspectionId, choices))),
    setChoices: async ({ id, choices }) => toInstalled(await manager.setChoices(id, choices)),
    setEnabled: async ({ id, enabled }) => toInstalled(await manager.setEnabled(id, enabled)),
    start: async ({ id }) => {
      await servers.start(id)
      return {}
    },
    remove: async ({ id }) => {
      await manager.remove(id)
      return {}
    },
    readSettings: ({ id }) => manager.readSettings(id),
    writeSettings: async ({ id, values }) => toInstalled(await manager.writeSettings(id, values)),
    ofChat: ({ conversationId }) => manager.ofChat(conversationId),
    setInChat: ({ conversationId, id, on }) => {
      manager.setInChat(conversationId, id, on)
      return {}
    },
    dryRun: (call) => tester.dryRun(call),
    test: (call) => tester.test(call),
    stopTest: ({ callId }) => {
      tester.stop(callId)
      return {}
    },
    log: (page) => log.list(page),
    clearLog: () => {
      log.clear()
      return {}
    },
  }
}
