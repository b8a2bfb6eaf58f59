import type { Model } from '../../shared/models.ts'
import type { ToolBudget } from '../../shared/plugins/tools.ts'
import { needsDiscovery, offerTools, tokensOf } from './discovery.ts'
import type { Tool } from './tool.ts'

const turns = 100
const priceUnit = 1_000_000

/** Returns what the tools of a chat cost in each request to a model. */
export function toolBudget(
  tools: readonly Tool[],
  { contextTokens, price }: Pick<Model, 'contextTokens' | 'price'>,
): ToolBudget {
  const { sent } = offerTools(tools, contextTokens)
  const tokens = sent.reduce((sum, tool) => sum + tokensOf(tool), 0)
  return {
    tokens,
    share: contextTokens === undefined ? null : tokens / contextTokens,
    dollarsPerHundredTurns: price ? (tokens * turns * price.input) / priceUnit : null,
    discovery: needsDiscovery(tools, contextTokens),
    tools: tools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      pluginId: tool.pluginId ?? '',
      pluginTitle: tool.pluginTitle ?? '',
      tokens: tokensOf(tool),
    })),
  }
}
