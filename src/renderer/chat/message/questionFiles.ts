import type { Message } from '../../../shared/chat/chat.ts'
import { store } from '../../core/store.ts'
import { filesOf } from '../conversation/replyMessage.ts'
import { findMessage, findThread } from '../conversation/thread.ts'

/**
 * Returns the names of the files attached to an answer's question; undefined if it isn't loaded.
 */
export function questionFiles(answer: Message): ReadonlySet<string> | undefined {
  const thread = findThread(answer.conversationId)
  const question =
    thread && answer.parentId !== null ? findMessage(thread, answer.parentId) : undefined
  if (!question) return undefined
  return new Set(filesOf(store.get(question.atom)).map(({ name }) => name))
}
