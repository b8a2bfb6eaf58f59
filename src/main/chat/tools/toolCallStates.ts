import type { MessageStatus } from '../../../shared/chat/chat.ts'
import type { Part, ToolCallPart } from '../../../shared/chat/parts.ts'
import { openToolCalls } from '../history/messageParts.ts'

/** Tells whether a call waits for the user's decision. */
export function isAwaited({ state }: ToolCallPart): boolean {
  return state === 'awaiting'
}

/** Tells whether an answer consists of the calls of a realtime session. */
export function isSpoken(parts: readonly Part[]): boolean {
  return parts.some((part) => part.type === 'toolCall' && part.spoken === true)
}

/**
 * Tells whether an interrupted answer has calls that may still run: only a read runs twice, and the
 * result of a task is fetched.
 */
export function hasToolCallsToRun(parts: readonly Part[]): boolean {
  return openToolCalls(parts).some(
    ({ state, effect, task }) =>
      state === 'allowed' || (state === 'interrupted' && (effect === 'read' || task !== undefined)),
  )
}

/**
 * Returns an answer's parts and status once nobody writes it: running calls become interrupted, and
 * an open question stays if the answer was only interrupted.
 */
export function atRest<Status extends MessageStatus>(
  parts: readonly Part[],
  status: Status,
): { parts: Part[]; status: Status | 'awaiting' } {
  const open = openToolCalls(parts)
  const waits = open.some(isAwaited) && (status === 'interrupted' || status === 'awaiting')
  const settled = parts.map((part): Part => {
    if (part.type !== 'toolCall' || !open.includes(part)) return part
    if (part.state === 'running') return { ...part, state: 'interrupted' }
    return part.state === 'awaiting' && !waits ? withoutState(part) : part
  })
  return { parts: settled, status: waits ? 'awaiting' : status }
}

function withoutState({ state: _state, ...call }: ToolCallPart): ToolCallPart {
  return call
}
