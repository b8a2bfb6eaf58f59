import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { pluginContent } from '../../shared/plugins/pluginContent.ts'
import type { plugins } from '../../shared/plugins/plugins.ts'
import type { AskConsent } from '../consent.ts'
import type { Log } from '../feature.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Database } from '../storage/connection.ts'
import { rememberGiven } from '../tools/givenTexts.ts'
import type { ToolBox } from '../tools/tool.ts'
import { callFromView } from './calling/callFromView.ts'
import { callTool, describeCall } from './calling/callTool.ts'
import type { ToolCall } from './calling/toolCall.ts'
import { showRequest } from './calling/showRequest.ts'
import { beginChat, copyChatPlugins } from './chatPlugins.ts'
import { compareNames } from './compareNames.ts'
import { createAskServer } from './content/askServer.ts'
import { createContentHandlers } from './content/contentHandlers.ts'
import type { StoreFile } from './content/keepFile.ts'
import { readLinked } from './content/readLinked.ts'
import { createPluginsHandlers } from './handlers.ts'
import { createPagePlugins } from './frames/createPagePlugins.ts'
import type { PagePlugins } from './frames/pagePlugin.ts'
import { copyPageState, createPageState } from './frames/pageState.ts'
import { keepViewResult } from './frames/views/viewResult.ts'
import { createInstaller } from './installer.ts'
import type { Draft } from './intake/draft.ts'
import type { OwnSource } from './intake/readSource.ts'
import { noteTools } from './intake/noteTools.ts'
import { createManager, type ManagerDependencies } from './manager.ts'
import { openPluginLog } from './pluginLog.ts'
import { instructionsOf, toInstalled } from './pluginState.ts'
import { openPluginTable, type StoredPlugin } from './pluginTable.ts'
import { createPluginServers, type PluginServersDependencies } from './pluginServers.ts'
import { pluginToolBox } from './pluginToolBox.ts'
import { notedEntry } from './notedEntry.ts'
import { refusedRequest } from './refusedRequest.ts'
import { createRunningCalls, type RunningCalls } from './runningCalls.ts'
import { createTester } from './tester.ts'
import type { SchemaChecker } from './validation/schemaChecker.ts'

export interface PluginsDependencies {
  secrets: Pick<Secrets, 'get' | 'set' | 'remove' | 'redact'>
  /** Parley's own data, which no program gets. */
  dataFolder: string
  broadcast: Broadcast<typeof plugins>
  /** Asks the user in main's own dialog. */
  consent: AskConsent
  onRemoved: (id: string) => void
  read: (source: OwnSource) => Promise<Draft>
  servers: PluginServersDependencies['servers']
  log: Log
  /** Called with a plugin that is gone, or that may do something else now. */
  onStopped: (id: string) => void
  /** Checks arguments against a stranger's JSON Schema, in a thread. */
  checkArguments: SchemaChecker['check']
  /** Stores a file that a server gives. Errors: diskFull, filesFull, attachmentTooLarge. */
  storeFile: StoreFile
}

/** The plugins of an open history. */
export interface PluginsInHistory {
  handlers: FeatureHandlers<typeof plugins>
  content: FeatureHandlers<typeof pluginContent>
  toolBox: ToolBox
  /** Returns what the plugins of a chat add to its prompt; null for nothing. */
  instructions: (conversationId: string | null) => string | null
  beginChat: (conversationId: string) => void
  copyChat: (fromId: string, toId: string) => void
  /** Copies what pages of plugins keep for a message. */
  copyMessage: (fromId: string, toId: string) => void
  get: (id: string) => StoredPlugin | undefined
  /** Returns the hashes of the bundles that installed plugins use. */
  bundles: () => ReadonlySet<string>
  pages: Omit<PagePlugins, 'onStopped'>
  close: () => void
}

export function createPluginsInHistory(
  database: Database,
  dependencies: PluginsDependencies,
): PluginsInHistory {
  const { secrets, dataFolder, broadcast, onRemoved, onStopped, read, log: logApp } = dependencies
  const table = openPluginTable(database, logApp)
  const pageState = createPageState(database)
  const calls = createRunningCalls()
  const running: RunningCalls = {
    ...calls,
    stop(id) {
      calls.stop(id)
      onStopped(id)
    },
  }
  const log = openPluginLog({
    database,
    redact: secrets.redact,
    onAdded: (entry) => broadcast('logged', [entry]),
    log: logApp,
  })
  const told = new Set<string>()
  /** Notes once in a run what is left out of a list: prompts are listed at each slash. */
  const onLeftOut = (pluginId: string, method: string, count: number): void => {
    const text = `${method}: ${String(count)}`
    const key = `${pluginId} ${text}`
    if (told.has(key)) return
    told.add(key)
    log.add(notedEntry(pluginId, 'leftOut', text))
  }
  const servers = createPluginServers({
    servers: dependencies.servers,
    get: table.get,
    secrets,
    dataFolder,
    onTools: (plugin, tools) => manager.setTools(plugin, tools),
    onRefused: ({ id }, host) =>
      log.add(refusedRequest({ pluginId: id, tool: 'program', host, address: host })),
    onNoted: ({ id }, part, text) => log.add(notedEntry(id, part, text)),
    onLeftOut,
    log: logApp,
  })
  const noteToolsOf: ManagerDependencies['noteTools'] = (id, tools) => {
    const others = table.all().filter((plugin) => plugin.id !== id)
    return noteTools(
      tools,
      others.flatMap(({ sheet }) => sheet.tools.map(({ name }) => name)),
    )
  }
  const manager = createManager({
    database,
    table,
    secrets,
    running,
    servers,
    dataFolder,
    consent: dependencies.consent,
    noteTools: noteToolsOf,
    onChanged(plugin) {
      broadcast('changed', [toInstalled(plugin)])
      // The user lets it run now, and wants to see what it can do.
      servers.begin(plugin)
    },
    onRemoved: (id) => {
      onRemoved(id)
      broadcast('removed', { id })
    },
  })
  const installer = createInstaller({
    table,
    secrets,
    running,
    servers,
    read,
    dataFolder,
    consent: dependencies.consent,
    noteTools: noteToolsOf,
    compare: (draft) =>
      compareNames(
        draft,
        table.all().map(({ sheet }) => sheet),
      ),
  })
  const call = (wanted: ToolCall, signal: AbortSignal) =>
    callTool(wanted, signal, { get: table.get, secrets, log, running, callServer: servers.call })
  const deny = (denied: ToolCall): void => {
    const plugin = table.get(denied.pluginId)
    const tool = plugin?.sheet.tools.find(({ name }) => name === denied.tool)
    log.add({
      ...describeCall(denied, tool),
      ...{ verdict: 'denied', error: null, sentBytes: 0, receivedBytes: 0 },
      durationMilliseconds: null,
    })
  }
  const tester = createTester({
    call,
    show: ({ pluginId, tool, argumentsText }) =>
      Promise.resolve(showRequest(table.get(pluginId), tool, argumentsText)),
  })
  return {
    handlers: createPluginsHandlers({ installer, manager, tester, log, servers }),
    content: createContentHandlers({
      ...{ get: table.get, onIn: manager.onIn, servers, running, log, onLeftOut },
      storeFile: dependencies.storeFile,
      remember: (given) => rememberGiven(database, given),
    }),
    toolBox: pluginToolBox({
      pluginsOf: manager.onIn,
      learn: servers.learn,
      call,
      checkArguments: dependencies.checkArguments,
      keepForView: ({ messageId, toolCallId }, result) =>
        keepViewResult(pageState, messageId, toolCallId, result),
      deny,
      hasResources: async (plugin) => (await servers.remembered(plugin))?.resources ?? false,
      readLinked: readLinked({
        ...{ database, onIn: manager.onIn },
        ask: createAskServer({ get: table.get, servers, running, log }),
      }),
    }),
    instructions: (conversationId) => joinInstructions(manager.onIn(conversationId)),
    beginChat: (conversationId) => beginChat(database, conversationId),
    copyChat: (fromId, toId) => copyChatPlugins(database, fromId, toId),
    copyMessage: (fromId, toId) => copyPageState(database, fromId, toId),
    get: table.get,
    bundles: () => new Set(table.all().flatMap(bundleOf)),
    pages: createPagePlugins({
      ...{ table, manager, log, servers },
      remember: (given) => rememberGiven(database, given),
      callFromView: (wanted, ask, signal) =>
        callFromView(wanted, ask, signal, { database, get: table.get, call, deny }),
    }),
    close: running.stopAll,
  }
}

function bundleOf({ program: { mcp } }: StoredPlugin): string[] {
  return mcp?.config.transport === 'stdio' && mcp.config.bundle ? [mcp.config.bundle] : []
}

/** Names each plugin, so that the model knows whose words they are. */
function joinInstructions(plugins: readonly StoredPlugin[]): string | null {
  const texts = plugins.flatMap((plugin) => {
    const text = instructionsOf(plugin)
    return text === null ? [] : `Instructions of the plugin “${plugin.sheet.title}”:\n\n${text}`
  })
  return texts.length === 0 ? null : texts.join('\n\n')
}
