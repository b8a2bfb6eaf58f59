import type { ChatPlugin, InstalledPlugin } from '../../shared/plugins/plugins.ts'
import { offeredTools } from './pluginToolBox.ts'
import type { StoredPlugin } from './pluginTable.ts'
import { missingSettings } from './settings/pluginSettings.ts'
import { estimateTextTokens } from '../../shared/chat/estimateTextTokens.ts'

/** Returns a plugin for the page. */
export function toInstalled(plugin: StoredPlugin): InstalledPlugin {
  const { id, sheet, choices, enabled, installedAt } = plugin
  const missing = missingSettings(plugin)
  const state = !enabled ? 'off' : missing.length > 0 ? 'settingsMissing' : 'ready'
  return { id, sheet, choices, enabled, state, missingSettings: missing, installedAt }
}

/** Returns a plugin for the page, as it is in one chat. */
export function toChatPlugin(plugin: StoredPlugin, isOn: boolean): ChatPlugin {
  const { id, sheet } = plugin
  const tools = offeredTools(plugin)
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0)
  return {
    id,
    title: sheet.title,
    avatar: sheet.avatar,
    on: isOn,
    tokens: tokens + estimateTextTokens(instructionsOf(plugin) ?? ''),
    tools: tools.length,
  }
}

/** Returns what a plugin adds to the prompt; null for nothing. Without tools it says nothing. */
export function instructionsOf(plugin: StoredPlugin): string | null {
  const { sheet, choices } = plugin
  if (!choices.instructions || offeredTools(plugin).length === 0) return null
  return sheet.instructions
}
