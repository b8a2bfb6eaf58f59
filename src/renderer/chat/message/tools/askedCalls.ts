import { calledTool } from '../../../../shared/plugins/calledTool.ts'
import type { Message } from '../../../../shared/chat/chat.ts'
import type { ToolCallPart } from '../../../../shared/chat/parts.ts'
import { resultOf } from './resultOf.ts'

/**
 * Returns the calls that wait for the user, by the index of the part that asks. Calls of one tool
 * that follow each other are asked about together, unless the user wants them separate. A call that
 * is asked about by another part has an empty list.
 */
export function askedCalls(
  { parts, status }: Message,
  separate: boolean,
): ReadonlyMap<number, readonly ToolCallPart[]> {
  const asked = new Map<number, ToolCallPart[]>()
  if (status !== 'awaiting') return asked
  let group: ToolCallPart[] = []
  parts.forEach((part, index) => {
    if (part.type !== 'toolCall' || part.state !== 'awaiting' || resultOf(parts, part, index))
      return
    const [first] = group
    if (!separate && first && isAlike(first, part)) {
      group.push(part)
      asked.set(index, [])
      return
    }
    group = [part]
    asked.set(index, group)
  })
  return asked
}

function isAlike(first: ToolCallPart, other: ToolCallPart): boolean {
  return (
    calledTool(first).name === calledTool(other).name &&
    first.pluginId === other.pluginId &&
    first.hash === other.hash &&
    // Calls that carry private data or cost money are asked about one by one.
    !first.approval?.flow &&
    !other.approval?.flow &&
    first.approval?.price === undefined &&
    other.approval?.price === undefined &&
    first.approval?.destination === other.approval?.destination &&
    first.approval?.scope === other.approval?.scope
  )
}
