import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import { tokensOf } from '../../tools/discovery.ts'
import type { Tool } from '../../tools/tool.ts'

/** Estimates the tokens of what a request carries beside the conversation. */
export function requestExtras(
  tools: readonly Tool[],
  /** Null for none, as are the passages. */
  instructions: string | null,
  passages: string | null,
): number {
  const ofTools = tools.reduce((sum, tool) => sum + tokensOf(tool), 0)
  return ofTools + estimateTextTokens(instructions ?? '') + estimateTextTokens(passages ?? '')
}
