import type { Warning } from '../../../shared/chat/parts.ts'
import { endWaiting } from '../history/messages.ts'
import { readTurns, shortenTurns } from '../turns/turns.ts'
import { begun, droppedBefore, getAnswer, insertVersion } from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/** Begins another answer beside one, which may leave out earlier turns. */
export function beginRegenerate(begin: Begin, input: Input<'regenerate'>): BegunReply {
  const { messageId, model, shorten } = input
  const { database } = begin
  const earlier = getAnswer(begin, messageId)
  endWaiting(database, messageId)
  const answer = insertVersion(begin, earlier, model)
  const turns = readTurns(database, earlier.parentId, { ...begin, model })
  if (!shorten) return begun(begin, { answer, model, turns })
  const shortened = shortenTurns(turns, droppedBefore(earlier))
  const subject = String(shortened.dropped)
  const warnings: Warning[] = shortened.dropped === 0 ? [] : [{ code: 'earlierDropped', subject }]
  return begun(begin, { answer, model, turns: shortened.turns, warnings })
}
