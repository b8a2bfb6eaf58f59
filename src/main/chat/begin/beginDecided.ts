import { calledTool } from '../../../shared/plugins/calledTool.ts'
import { AppError } from '../../../shared/errors.ts'
import { addGrant, rememberApproved } from '../../tools/grants.ts'
import { decideToolCalls, type Decided } from '../tools/decideToolCalls.ts'
import { isAwaited } from '../tools/toolCallStates.ts'
import { openToolCalls } from '../history/messageParts.ts'
import { saveParts } from '../history/messages.ts'
import { getAnswer, goOnWithToolCalls, resumed } from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/** Continues an answer after the user's decision on a call, or waits for the next decision. */
export function beginDecided(begin: Begin, input: Input<'answerToolCall'>): BegunReply {
  const { messageId } = input
  const earlier = getAnswer(begin, messageId)
  const decided = earlier.status === 'awaiting' ? decideToolCalls(earlier.parts, input) : undefined
  if (!decided) throw new AppError('conflict', 'This call does not wait for an answer')
  const { parts } = decided
  keepPermissions(begin, earlier.conversationId, decided)
  if (!openToolCalls(parts).some(isAwaited)) return goOnWithToolCalls(begin, earlier, parts)
  saveParts(begin.database, messageId, parts)
  return resumed(begin, { ...earlier, parts }, 'user')
}

/** Saves what the user has allowed beyond this answer. */
function keepPermissions(
  { database, now }: Begin,
  conversationId: string,
  { grants, allowed }: Decided,
): void {
  for (const grant of grants) addGrant(database, conversationId, grant, now())
  for (const call of allowed) {
    const { name, arguments: given } = calledTool(call)
    const tool = { name, pluginId: call.pluginId ?? '' }
    rememberApproved(database, conversationId, tool, { arguments: given, at: now() })
  }
}
