import { AppError } from '../../../shared/errors.ts'
import { hasToolCallsToRun, isSpoken } from '../tools/toolCallStates.ts'
import { closeToolCalls, endsWithPage } from '../history/messageParts.ts'
import { recoverMessage } from '../history/recovery.ts'
import { appendParts, appendTurn } from '../turns/turns.ts'
import {
  begun,
  getAnswer,
  goOnWithToolCalls,
  modelOf,
  streamAgain,
  turnsBefore,
} from './startAnswer.ts'
import type { Begin, BegunReply } from './startAnswer.ts'

const continueRequest =
  'Go on exactly where your last message stopped, in the same language. ' +
  'Repeat nothing of it and add no remark.'

/** Continues an answer that ended early. */
export function beginContinue(begin: Begin, messageId: string): BegunReply {
  const earlier = getAnswer(begin, messageId)
  const isOver = earlier.status === 'complete' && !endsWithPage(earlier.parts)
  if (isOver || ['filtered', 'awaiting'].includes(earlier.status)) {
    throw new AppError('conflict', 'This answer has come to its end, or waits for the user')
  }
  if (earlier.status === 'interrupted') {
    recoverMessage(begin.database, messageId)
    if (hasToolCallsToRun(earlier.parts)) return goOnWithToolCalls(begin, earlier, earlier.parts)
  }
  // Its session is over, and the model takes no text: what may not run any more is closed.
  if (isSpoken(earlier.parts)) return goOnWithToolCalls(begin, earlier, earlier.parts)
  const model = modelOf(begin, earlier)
  const parts = closeToolCalls(earlier.parts)
  const answer = streamAgain(begin, earlier, parts)
  // Turns that were left out at the answer's beginning stay out for the rest of it.
  const turns = turnsBefore(begin, earlier, model)
  const question = turns.length - 1
  appendParts(turns, 'assistant', parts, begin)
  if (turns.at(-1)?.role === 'assistant') {
    appendTurn(turns, 'user', [{ type: 'text', text: continueRequest }])
  }
  return begun(begin, { answer, model, turns, question })
}
