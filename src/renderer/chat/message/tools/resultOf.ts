import type { Part, ToolCallPart, ToolResultPart } from '../../../../shared/chat/parts.ts'

/** Returns the result of the call at this index. Some services reuse an id in a later round. */
export function resultOf(
  parts: readonly Part[],
  call: ToolCallPart,
  at: number,
): ToolResultPart | undefined {
  for (const part of parts.slice(at + 1)) {
    if (part.type === 'toolResult' && part.id === call.id) return part
    if (part.type === 'toolCall' && part.id === call.id) return undefined
  }
  return undefined
}
