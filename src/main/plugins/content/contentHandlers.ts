import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import { maxTextLength } from '../../../shared/limits.ts'
import type { pluginContent } from '../../../shared/plugins/pluginContent.ts'
import { completeArgument } from '../../mcp/content/completeArgument.ts'
import { fillPrompt, listPrompts } from '../../mcp/content/prompts.ts'
import {
  expandTemplate,
  listResources,
  listTemplates,
  readResource,
} from '../../mcp/content/resources.ts'
import type { ServerFile } from '../../mcp/content/serverFile.ts'
import type { GivenText } from '../../tools/givenTexts.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import type { PluginServers } from '../pluginServers.ts'
import { createAskServer, type AskServerDependencies } from './askServer.ts'
import { keepFiles, sourceOfPlugin, type StoreFile } from './keepFile.ts'

export interface ContentDependencies extends AskServerDependencies {
  /** Returns the plugins that are on in a chat; null for the next new one. */
  onIn: (conversationId: string | null) => StoredPlugin[]
  servers: Pick<PluginServers, 'use' | 'remembered' | 'follow'>
  storeFile: StoreFile
  /** Gets the method of a list and how many of its entries are left out. */
  onLeftOut: (pluginId: string, method: string, count: number) => void
  /** Remembers a text that the user may send. */
  remember: (given: GivenText) => void
}

/** Returns the handlers for what servers offer to the user. */
export function createContentHandlers(
  dependencies: ContentDependencies,
): FeatureHandlers<typeof pluginContent> {
  const { onIn, servers, storeFile, onLeftOut, remember } = dependencies
  const ask = createAskServer(dependencies)
  /** Asks for a list, and notes what is left out of it. */
  const list = async <T extends { leftOut: number }>(
    pluginId: string,
    method: string,
    work: (client: Client, options: RequestOptions) => Promise<T>,
  ): Promise<T> => {
    const listed = await ask(pluginId, null, work)
    if (listed.leftOut > 0) onLeftOut(pluginId, method, listed.leftOut)
    return listed
  }
  const keep = (plugin: StoredPlugin, files: readonly ServerFile[]) =>
    keepFiles(plugin, files, storeFile)
  return {
    async servers({ conversationId }) {
      const plugins = onIn(conversationId).filter(({ program }) => program.mcp)
      return Promise.all(
        plugins.map(async (plugin) => {
          const known = await servers.remembered(plugin)
          return {
            pluginId: plugin.id,
            title: plugin.sheet.title,
            host: plugin.sheet.hosts[0]?.host ?? null,
            prompts: known?.prompts ?? true,
            resources: known?.resources ?? true,
          }
        }),
      )
    },
    prompts: ({ pluginId }) => list(pluginId, 'prompts/list', listPrompts),
    complete: ({ pluginId, ...input }) =>
      ask(pluginId, null, (client, request) => completeArgument(client, input, request)),
    async fillPrompt({ pluginId, name, arguments: given }) {
      const logged = { name: `prompts/get ${name}`, arguments: given }
      return ask(pluginId, logged, async (client, request, plugin) => {
        const filled = await fillPrompt(client, { name, arguments: given }, request)
        if (filled.text.length > maxTextLength) {
          throw new AppError('tooHeavy', 'The prompt is too long', { subject: name })
        }
        const files = await keep(plugin, filled.files)
        remember({ source: sourceOfPlugin(plugin), text: filled.text })
        return { text: filled.text, files }
      })
    },
    resources: ({ pluginId, cursor }) =>
      list(pluginId, 'resources/list', (client, request) => listResources(client, cursor, request)),
    templates: ({ pluginId }) => list(pluginId, 'resources/templates/list', listTemplates),
    async read({ pluginId, uri: given, values }) {
      const uri = values ? await expandTemplate(given, values) : given
      const logged = { name: 'resources/read', arguments: { uri } }
      return ask(pluginId, logged, async (client, request, plugin) =>
        keep(plugin, await readResource(client, uri, request)),
      )
    },
    async follow({ pluginId, uris }) {
      const plugin = dependencies.get(pluginId)
      if (plugin?.program.mcp) await servers.follow(plugin, uris, AbortSignal.timeout(60_000))
      return {}
    },
  }
}
