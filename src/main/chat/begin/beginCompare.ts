import { AppError } from '../../../shared/errors.ts'
import { maxColumns } from '../../../shared/limits.ts'
import { markUsed } from '../history/conversations.ts'
import { addAnswer, beginColumns, getAnswer } from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/**
 * Begins answers of further models beside one, which stays the one that the chat goes on from.
 * Errors: badInput if there would be more columns than `maxColumns`.
 */
export function beginCompare(begin: Begin, { messageId, models }: Input<'compare'>): BegunReply {
  const earlier = getAnswer(begin, messageId)
  const { conversationId, parentId, columns = [messageId] } = earlier
  if (columns.length + models.length > maxColumns) {
    throw new AppError('badInput', `An answer has at most ${String(maxColumns)} columns`)
  }
  const added = models.map((model) => ({
    id: addAnswer(begin, conversationId, parentId, model),
    model,
  }))
  markUsed(begin.database, conversationId, begin.now())
  const [first, ...others] = beginColumns(begin, columns, added, parentId)
  if (!first) throw new AppError('badInput', 'No model is chosen')
  const messages = [first, ...others].map(({ answer }) => answer)
  return { ...first, messages, others }
}
