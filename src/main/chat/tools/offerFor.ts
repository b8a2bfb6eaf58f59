import type { DescribeModel } from '../../providers/provider.ts'
import { offerTools, type OfferedTools } from '../../tools/discovery.ts'
import type { ListScope, ToolBox } from '../../tools/tool.ts'

export interface OfferForOptions {
  tools: ToolBox
  describe?: DescribeModel
}

/** Returns the tools for a chat, fewer where they would take much of the model's window. */
export async function offerFor(
  scope: ListScope,
  signal: AbortSignal,
  { tools: box, describe }: OfferForOptions,
): Promise<OfferedTools> {
  const tools = await box.list(scope, signal)
  if (tools.length === 0) return offerTools(tools, undefined)
  const model = await describe?.(scope.model).catch(() => undefined)
  return offerTools(tools, model?.contextTokens)
}
