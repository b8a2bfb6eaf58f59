import type { PluginTool } from '../../shared/plugins/pluginSheet.ts'
import type { Tool, ToolBox, ToolCallContext, ToolResult } from '../tools/tool.ts'
import type { CallAnswer } from './calling/callAnswer.ts'
import type { ToolCall } from './calling/toolCall.ts'
import { sourceOfPlugin } from './content/keepFile.ts'
import { isOffered } from './isOffered.ts'
import type { StoredPlugin } from './pluginTable.ts'
import { missingSettings } from './settings/pluginSettings.ts'
import type { SchemaChecker } from './validation/schemaChecker.ts'

export interface PluginToolBoxOptions {
  /** Returns the plugins that are on in a chat. */
  pluginsOf: (conversationId: string | null) => readonly StoredPlugin[]
  /** Reads the tools of plugins that have not told them yet. */
  learn: (plugins: readonly StoredPlugin[]) => Promise<void>
  call: (call: ToolCall, signal: AbortSignal) => Promise<CallAnswer>
  checkArguments: SchemaChecker['check']
  /** Keeps what the view of a call shows. */
  keepForView: (call: ViewedCall, result: Record<string, unknown>) => void
  /** Notes a call that the user did not allow. */
  deny: (call: ToolCall) => void
  /** Tells whether a plugin has a server that is known to have resources. */
  hasResources: (plugin: StoredPlugin) => Promise<boolean>
  /** Reads what results of such servers link to. */
  readLinked: Tool
}

export type ViewedCall = Pick<ToolCallContext, 'messageId' | 'toolCallId'>

/** Returns the tools of the plugins, as the user's choices leave them on. */
export function pluginToolBox(options: PluginToolBoxOptions): ToolBox {
  const { pluginsOf, learn } = options
  return {
    async list({ conversationId, knownOnly = false }) {
      if (!knownOnly) await learn(pluginsOf(conversationId))
      const plugins = pluginsOf(conversationId)
      const tools = plugins.flatMap((plugin) =>
        offeredTools(plugin).map((tool) => toTool(plugin, tool, options)),
      )
      const hasLinks = await Promise.all(
        plugins.filter((plugin) => offeredTools(plugin).length > 0).map(options.hasResources),
      )
      return hasLinks.includes(true) ? [...tools, options.readLinked] : tools
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
  plugin: StoredPlugin,
  tool: PluginTool,
  { call, deny, checkArguments, keepForView }: PluginToolBoxOptions,
): Tool {
  const { id, sheet, choices, program } = plugin
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
    keepsToItself: keepsToItself(plugin),
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
    async run(_input, { argumentsText, messageId, toolCallId, course }, signal) {
      const answer = await call({ pluginId: id, tool: name, hash, argumentsText, course }, signal)
      if (hasView && answer.viewResult) keepForView({ messageId, toolCallId }, answer.viewResult)
      // The page is the answer, and calls its server itself.
      if (page?.isAnswer) return { parts: [], page }
      const source = destination ?? sourceOfPlugin(plugin)
      return { ...toResult(plugin, answer), source, ...(page && { page }) }
    },
    onDenied: (argumentsText) => deny({ pluginId: id, tool: name, argumentsText }),
  }
}

const serverCallMilliseconds = 3_600_000
const cutNote = '[The rest of the result was too long and was not read.]'
const shownToUser = 'The result is shown to the user. You do not see it.'

/** Tells whether a program's sandbox keeps it from every network. */
function keepsToItself({ sheet: { process }, choices }: StoredPlugin): boolean {
  if (!process || process.sandbox === 'none') return false
  const network = choices.network ?? process.network
  return network !== 'all' && network.length === 0
}

function toResult(
  { id, sheet: { type } }: StoredPlugin,
  { text, file, isCut, result }: CallAnswer,
): ToolResult {
  if (result) return { ...result, linksOf: id }
  const files = file ? [{ type: 'file' as const, name: 'result', ...file }] : []
  const note = isCut ? `\n\n${cutNote}` : ''
  if (type === 'default') {
    return { parts: [{ type: 'text', text: text + note }, ...files] }
  }
  return { parts: [{ type: 'text', text: shownToUser }, ...files], shown: text }
}
