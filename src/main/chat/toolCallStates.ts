import type { MessageStatus } from '../../shared/chat.ts'
import type { Part, ToolCallPart } from '../../shared/parts.ts'
import type { Database } from '../storage/connection.ts'
import { openToolCalls } from './messageParts.ts'
import { readParts } from './messageRow.ts'

/** Tells whether a call waits for the user's decision. */
export function isAwaited({ state }: ToolCallPart): boolean {
  return state === 'awaiting'
}

/** Tells whether an interrupted answer has calls that may still run: only a read runs twice. */
export function hasToolCallsToRun(parts: readonly Part[]): boolean {
  return openToolCalls(parts).some(
    ({ state, effect }) => state === 'allowed' || (state === 'interrupted' && effect === 'read'),
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

export type Decision = 'once' | 'chat' | 'deny'

/**
 * Returns the parts with the user's decision on a call. A permission for the chat also covers the
 * calls beside it. Returns undefined if this question is not open.
 */
export function decideToolCall(
  parts: readonly Part[],
  approvalId: string,
  decision: Decision,
): Part[] | undefined {
  const open = openToolCalls(parts).filter(isAwaited)
  const asked = open.find(({ approval }) => approval?.id === approvalId)
  const scope = asked?.approval?.scope ?? null
  // A call without a scope for the chat is allowed once.
  const allowed = decision === 'chat' && scope !== null ? 'chat' : 'once'
  if (!asked) return undefined
  return parts.map((part): Part => {
    if (part.type !== 'toolCall' || !open.includes(part) || !part.approval) return part
    const covered = allowed === 'chat' && part.approval.scope === scope
    if (part !== asked && !covered) return part
    if (decision === 'deny') return { ...part, state: 'denied' }
    return { ...part, state: 'allowed', approval: { ...part.approval, allowed } }
  })
}

/** Tells whether the user has allowed this scope for the whole chat, in any of its branches. */
export function isAllowedInChat(
  database: Database,
  conversationId: string,
  scope: string,
): boolean {
  const rows = database.iterate(
    `SELECT parts FROM message WHERE conversation_id = ? AND instr(parts, '"allowed":"chat"') > 0`,
    conversationId,
  )
  for (const row of rows) {
    const isGranted = readParts(row).some(
      (part) =>
        part.type === 'toolCall' &&
        part.approval?.allowed === 'chat' &&
        part.approval.scope === scope,
    )
    if (isGranted) return true
  }
  return false
}
