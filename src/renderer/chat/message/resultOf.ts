import type { Part, ToolCallPart, ToolResultPart } from '../../../shared/parts.ts'

/** What came of the call at this place: some services use an id again in a later round. */
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
