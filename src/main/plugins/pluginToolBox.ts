import type { PluginTool } from '../../shared/pluginSheet.ts'
import type { Tool, ToolBox, ToolCallContext, ToolResult } from '../tools/tool.ts'
import type { CallAnswer } from './calling/callAnswer.ts'
import type { ToolCall } from './calling/callTool.ts'
import { isOffered } from './isOffered.ts'
import type { StoredPlugin } from './pluginTable.ts'
import { missingSettings } from './settings/pluginSettings.ts'
import type { SchemaChecker } from './validation/schemaChecker.ts'

export interface PluginToolBoxOptions {
  /** Returns the plugins that are on in a chat. */
  pluginsOf: (conversationId: string) => readonly StoredPlugin[]
  /** Reads the tools of plugins that have not told them yet. */
  learn: (plugins: readonly StoredPlugin[]) => Promise<void>
  call: (call: ToolCall, signal: AbortSignal) => Promise<CallAnswer>
  checkArguments: SchemaChecker['check']
  /** Keeps what the view of a call shows. */
  keepForView: (call: ViewedCall, result: Record<string, unknown>) => void
  /** Notes a call that the user did not allow. */
  deny: (call: ToolCall) => void
}

export type ViewedCall = Pick<ToolCallContext, 'messageId' | 'toolCallId'>

/** Returns the tools of the plugins, as the user's choices leave them on. */
export function pluginToolBox(options: PluginToolBoxOptions): ToolBox {
  const { pluginsOf, learn } = options
  return {
    async list({ conversationId }) {
      await learn(pluginsOf(conversationId))
      return pluginsOf(conversationId).flatMap((plugin) =>
        offeredTools(plugin).map((tool) => toTool(plugin, tool, options)),
      )
    },
  }
}

/** Returns the tools that models are offered of a plugin; none if it can't work. */
export function offeredTools(plugin: StoredPlugin): PluginTool[] {
  if (!plugin.enabled || missingSettings(plugin).length > 0) return []
  return plugin.sheet.tools.filter(
    (tool) => tool.view?.forModel !== false && isOffered(plugin, tool),
  )
}

function toTool(
  { id, sheet, choices, program }: StoredPlugin,
  tool: PluginTool,
  { call, deny, checkArguments, keepForView }: PluginToolBoxOptions,
): Tool {
  const { name, callName, title, description, parameters, effect, destination, hash, view } = tool
  const hasView = choices.page && typeof view?.resource === 'string'
  const page =
    (sheet.page && choices.page) || hasView
      ? { plugin: id, isAnswer: sheet.type === 'standalone' }
      : null
  return {
    name: callName,
    title,
    pluginId: id,
    pluginTitle: sheet.title,
    hash,
    ...(destination !== null && { destination }),
    description,
    parameters,
    effect,
    // A server shows its progress, and ends a call that shows none.
    ...(program.mcp && { timeoutMilliseconds: serverCallMilliseconds }),
    // The schema is a stranger's: a thread interprets it.
    check: (input, signal) => checkArguments(parameters, input, signal),
    consent: () => ({
      ask: 'oncePerChat',
      scope: `plugin ${id} ${hash}`,
      ...(destination !== null && { destination }),
    }),
    async run(_input, { argumentsText, messageId, toolCallId }, signal) {
      const answer = await call(
        { pluginId: id, tool: name, hash, argumentsText: argumentsText.trim() || '{}' },
        signal,
      )
      if (hasView && answer.viewResult) keepForView({ messageId, toolCallId }, answer.viewResult)
      // The page is the answer, and calls its server itself.
      if (page?.isAnswer) return { parts: [], page }
      return { ...toResult(sheet.type, destination, answer), ...(page && { page }) }
    },
    onDenied: (argumentsText) => deny({ pluginId: id, tool: name, argumentsText }),
  }
}

const serverCallMilliseconds = 3_600_000
const cutNote = '[The rest of the result was too long and was not read.]'
const shownToUser = 'The result is shown to the user. You do not see it.'

function toResult(
  type: StoredPlugin['sheet']['type'],
  destination: string | null,
  { text, file, isCut, result }: CallAnswer,
): ToolResult {
  const source = destination === null ? {} : { source: destination }
  if (result) return { ...result, ...source }
  const files = file ? [{ type: 'file' as const, name: 'result', ...file }] : []
  const note = isCut ? `\n\n${cutNote}` : ''
  if (type === 'default') {
    return { parts: [{ type: 'text', text: text + note }, ...files], ...source }
  }
  return { parts: [{ type: 'text', text: shownToUser }, ...files], shown: text, ...source }
}
