import { createHash } from 'node:crypto'
import type { PluginTool } from '../../../shared/plugins/pluginSheet.ts'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import { callName } from './callName.ts'
import { canonicalJson } from './canonicalJson.ts'

export type ToolFacts = Pick<
  PluginTool,
  'name' | 'title' | 'description' | 'parameters' | 'effect' | 'destination' | 'view'
>

/** Returns a tool of a sheet, with the name that models use, its cost and its hash. */
export function compileTool(pluginId: string, facts: ToolFacts): PluginTool {
  const { name, description, parameters, effect, destination, view } = facts
  const counted = callName(pluginId, name) + description + JSON.stringify(parameters)
  const hashed = canonicalJson({
    ...{ name, description, parameters, effect, destination },
    ...(view && { view }),
  })
  return {
    ...facts,
    callName: callName(pluginId, name),
    tokens: estimateTextTokens(counted),
    hash: createHash('sha256').update(hashed).digest('hex'),
  }
}
