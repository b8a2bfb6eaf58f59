import type { MessageStatus } from '../../shared/chat.ts'
import type { Part, ToolCallPart } from '../../shared/parts.ts'
import type { Database } from '../storage/connection.ts'
import { openCalls } from './messageParts.ts'
import { readParts } from './messageRow.ts'

/** Whether a call waits for the user's word. */
export function isAwaited({ state }: ToolCallPart): boolean {
  return state === 'awaiting'
}

/** Whether an answer that was interrupted has calls that may still be run: none runs twice but a read. */
export function hasCallsToRun(parts: readonly Part[]): boolean {
  return openCalls(parts).some(
    ({ state, effect }) => state === 'allowed' || (state === 'interrupted' && effect === 'read'),
  )
}

/**
 * Returns an answer's parts and status as they are once nobody writes it: what ran is broken off,
 * and a question stays where the answer was merely interrupted.
 */
export function atRest<Status extends MessageStatus>(
  parts: readonly Part[],
  status: Status,
): { parts: Part[]; status: Status | 'awaiting' } {
  const open = openCalls(parts)
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
 * Returns the parts with the user's word on a call; what is allowed for the chat holds for the
 * calls beside it too. Returns undefined where this question is not open.
 */
export function decideCall(
  parts: readonly Part[],
  approvalId: string,
  decision: Decision,
): Part[] | undefined {
  const open = openCalls(parts).filter(isAwaited)
  const asked = open.find(({ approval }) => approval?.id === approvalId)
  const scope = asked?.approval?.scope ?? null
  // What can't be allowed for the chat is allowed once.
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

/** Tells whether the user has allowed this for the whole chat, in whichever branch of it. */
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
