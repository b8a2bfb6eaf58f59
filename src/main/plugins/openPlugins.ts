import type { pluginContent } from '../../shared/plugins/pluginContent.ts'
import { plugins as pluginsFeature } from '../../shared/plugins/plugins.ts'
import type { AskConsent } from '../consent.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { removeUnusedBundles } from '../mcp/intake/removeUnusedBundles.ts'
import { bundlesIn } from '../mcp/openMcp.ts'
import type { McpServers } from '../mcp/mcpServers.ts'
import type { OpenSecrets } from '../secrets/openSecrets.ts'
import { patient } from '../storage/waitForLock.ts'
import type { ToolBox } from '../tools/tool.ts'
import { forgetLostChats } from './chatPlugins.ts'
import type { StoreFile } from './content/keepFile.ts'
import type { PagePlugins } from './frames/pagePlugin.ts'
import { readSource, type OwnSource } from './intake/readSource.ts'
import { createOpenApiReader } from './openapi/readOpenApi.ts'
import { createPluginsInHistory } from './pluginsInHistory.ts'
import { createSchemaChecker } from './validation/schemaChecker.ts'

export interface PluginsOptions {
  /** Asks the user in main's own dialog. */
  consent: AskConsent
  secrets: OpenSecrets
  servers: McpServers
  /** The file of the thread that reads OpenAPI documents. */
  openApiWorker: string | URL
  /** The file of the thread that checks arguments against schemas. */
  schemaWorker: string | URL
  /** Called when a plugin was removed: what was allowed to it is forgotten. */
  onRemoved: (id: string) => void
  storeFile: StoreFile
}

export interface OpenPlugins extends OpenFeature<typeof pluginsFeature> {
  /** The tools of the plugins that are on in a chat. */
  toolBox: ToolBox
  /** Returns what the plugins of a chat, or of the next new one, add to its prompt. */
  instructions: (conversationId: string | null) => string | null
  /** Prompts and resources that the plugins' servers offer to the user. */
  content: OpenFeature<typeof pluginContent>
  /** The plugins as their pages need them. */
  pages: PagePlugins
  /** Gives a new chat what was chosen for it before its first message. */
  beginChat: (conversationId: string) => void
  /** Copies what plugins store about a chat and its messages. */
  copier: {
    copyChat: (fromId: string, toId: string) => void
    copyMessage: (fromId: string, toId: string) => void
  }
}

/** Opens the plugins, whose rows are in the history. Nothing of them runs before it is needed. */
export function openPlugins(context: FeatureContext, options: PluginsOptions): OpenPlugins {
  const { secrets, servers, onRemoved } = options
  const readOpenApi = createOpenApiReader(options.openApiWorker)
  const checker = createSchemaChecker(options.schemaWorker)
  const { history, log } = context
  const broadcast = context.createBroadcast('plugins', pluginsFeature)
  let tidied: Promise<void> | undefined
  let stopped = (_id: string): void => undefined
  const current = history.add({
    recover: forgetLostChats,
    open(database) {
      const onStopped = (id: string): void => stopped(id)
      const read = (source: OwnSource) => readSource(source, { readOpenApi, servers })
      const opened = createPluginsInHistory(database, {
        secrets,
        dataFolder: context.folder,
        broadcast,
        consent: options.consent,
        onRemoved,
        onStopped,
        read,
        servers,
        checkArguments: checker.check,
        storeFile: options.storeFile,
        log,
      })
      // Once, at the start: later ones are looked at and not installed yet.
      tidied ??= removeUnusedBundles(bundlesIn(context.folder), opened.bundles()).catch((error) =>
        log('Unpacked bundles were not removed', error),
      )
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  return {
    handlers: () => current()?.handlers,
    toolBox: {
      list: (scope, signal) => current()?.toolBox.list(scope, signal) ?? Promise.resolve([]),
    },
    content: { handlers: () => current()?.content },
    instructions: (conversationId) => current()?.instructions(conversationId) ?? null,
    pages: {
      find: (id) => current()?.pages.find(id),
      readSettings: (id) => current()?.pages.readSettings(id) ?? {},
      writeSettings: async (id, values) => current()?.pages.writeSettings(id, values),
      readResource: async (id, uri, signal) => current()?.pages.readResource(id, uri, signal),
      callFromView: async (call, ask, signal) =>
        (await current()?.pages.callFromView(call, ask, signal)) ?? {},
      rememberGiven: (id, text) => current()?.pages.rememberGiven(id, text),
      logRefusal: (id, host, address) => current()?.pages.logRefusal(id, host, address),
      onStopped: (listener) => void (stopped = listener),
    },
    beginChat: (conversationId) => current()?.beginChat(conversationId),
    copier: {
      copyChat: (...given) => current()?.copyChat(...given),
      copyMessage: (...given) => current()?.copyMessage(...given),
    },
    close: checker.close,
  }
}
