import type { Message } from '../../../shared/chat/chat.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import { continueAnswer } from './answering.ts'
import { currentConversationAtom } from './conversations.ts'
import { findMessage, findThread } from './thread.ts'

/** Shows an answer as a plugin's page has changed it. */
export function showChanged(message: Message): void {
  const thread = findThread(message.conversationId)
  const entry = thread && findMessage(thread, message.id)
  if (entry) store.set(entry.atom, message)
}

/** Lets the model go on with an answer of the open chat that a plugin's page has filled in. */
export function goOnFromPage(messageId: string): void {
  const conversation = store.get(currentConversationAtom)
  const thread = conversation && findThread(conversation.id)
  const entry = thread && findMessage(thread, messageId)
  if (entry) attempt(continueAnswer(store.get(entry.atom)))
}
