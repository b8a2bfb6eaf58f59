import { dequeue } from '../history/queue.ts'
import type { BegunReply, Begin, Input } from './startAnswer.ts'
import { beginSend } from './beginSend.ts'

/**
 * Moves a queued message into the chat in one transaction, so that it is neither lost nor sent
 * twice.
 */
export function beginQueued(begin: Begin, { queuedId, ...rest }: Input<'sendQueued'>): BegunReply {
  const { conversationId, text, files } = dequeue(begin.database, queuedId)
  return beginSend(begin, { ...rest, kind: 'send', conversationId, text, files })
}
