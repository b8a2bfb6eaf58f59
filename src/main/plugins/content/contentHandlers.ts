import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import { attachmentsMaximum, textLengthMaximum } from '../../../shared/limits.ts'
import type { pluginContent } from '../../../shared/pluginContent.ts'
import { completeArgument } from '../../mcp/content/completeArgument.ts'
import { fillPrompt, listPrompts } from '../../mcp/content/prompts.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import type { PluginServers } from '../pluginServers.ts'
import { createAskServer, type AskServerDependencies } from './askServer.ts'
import { keepFile, type StoreFile } from './keepFile.ts'

export interface ContentDependencies extends AskServerDependencies {
  /** Returns the plugins that are on in a chat; null for the next new one. */
  onIn: (conversationId: string | null) => StoredPlugin[]
  servers: Pick<PluginServers, 'use' | 'remembered'>
  storeFile: StoreFile
}

/** Returns the handlers for what servers offer to the user. */
export function createContentHandlers(
  dependencies: ContentDependencies,
): FeatureHandlers<typeof pluginContent> {
  const { onIn, servers, storeFile } = dependencies
  const ask = createAskServer(dependencies)
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
    prompts: ({ pluginId }) => ask(pluginId, null, listPrompts),
    complete: ({ pluginId, ...input }) =>
      ask(pluginId, null, (client, request) => completeArgument(client, input, request)),
    async fillPrompt({ pluginId, name, arguments: given }) {
      const logged = { name: `prompts/get ${name}`, arguments: given }
      return ask(pluginId, logged, async (client, request, plugin) => {
        const filled = await fillPrompt(client, { name, arguments: given }, request)
        const files = await Promise.all(
          filled.files
            .slice(0, attachmentsMaximum)
            .map((file) => keepFile(plugin, file, storeFile)),
        )
        return { text: filled.text.slice(0, textLengthMaximum), files }
      })
    },
  }
}
