import { randomUUID } from 'node:crypto'
import type { Part, ToolResultPart } from '../../../shared/chat/parts.ts'
import { closeToolCalls, openToolCalls } from '../history/messageParts.ts'

/**
 * Returns the parts of an answer up to a call, with the call itself as the model asked for it:
 * nothing of what was decided about it. Returns undefined if there is no such call, or it is open.
 */
export function partsToRepeat(parts: readonly Part[], at: number): Part[] | undefined {
  const call = parts[at]
  if (call?.type !== 'toolCall' || !resultAfter(parts, at, call.id)) return undefined
  const before = parts.slice(0, at)
  const results = openToolCalls(before).flatMap(({ id }) => {
    const result = resultAfter(parts, at, id)
    return result && id !== call.id ? result : []
  })
  const { type, name, arguments: given, signature, spoken } = call
  // Its own id, because services refuse two calls with one.
  const again: Part = { type, id: randomUUID(), name, arguments: given }
  if (signature !== undefined) again.signature = signature
  if (spoken !== undefined) again.spoken = spoken
  return [...closeToolCalls([...before, ...results]), again]
}

function resultAfter(parts: readonly Part[], at: number, id: string): ToolResultPart | undefined {
  return parts.slice(at + 1).find((part) => part.type === 'toolResult' && part.id === id) as
    | ToolResultPart
    | undefined
}
