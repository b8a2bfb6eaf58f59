import { plugins as pluginsFeature } from '../../shared/plugins.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { OpenSecrets } from '../secrets/openSecrets.ts'
import { patient } from '../storage/waitForLock.ts'
import type { ToolBox } from '../tools/tool.ts'
import { forgetLostChats } from './chatPlugins.ts'
import { readSource } from './intake/readSource.ts'
import { createPluginsInHistory } from './pluginsInHistory.ts'

export interface PluginsOptions {
  secrets: OpenSecrets
  /** Called when a plugin was removed: what was allowed to it is forgotten. */
  onRemoved: (id: string) => void
}

export interface OpenPlugins extends OpenFeature<typeof pluginsFeature> {
  /** The tools of the plugins that are on in a chat. */
  toolBox: ToolBox
  /** Returns what the plugins of a chat add to its prompt; null for nothing. */
  instructions: (conversationId: string) => string | null
}

/** Opens the plugins, whose rows are in the history. Nothing of them runs before it is needed. */
export function openPlugins(context: FeatureContext, options: PluginsOptions): OpenPlugins {
  const { secrets, onRemoved } = options
  const { history, log } = context
  const broadcast = context.createBroadcast('plugins', pluginsFeature)
  const current = history.add({
    markedTables: ['plugin'],
    recover: forgetLostChats,
    open(database) {
      const read = (source: Parameters<typeof readSource>[0]) => readSource(source)
      const opened = createPluginsInHistory(database, {
        secrets,
        broadcast,
        onRemoved,
        read,
        log,
      })
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  return {
    handlers: () => current()?.handlers,
    toolBox: {
      list: (scope, signal) => current()?.toolBox.list(scope, signal) ?? Promise.resolve([]),
    },
    instructions: (conversationId) => current()?.instructions(conversationId) ?? null,
  }
}
