import type { Message } from '../../../shared/chat/chat.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import { continueAnswer } from './answering.ts'
import { currentConversationAtom } from './conversations.ts'
import { findAnswer, findThread } from './thread.ts'

/** Shows an answer as a plugin's page has changed it. */
export function showChanged(message: Message): void {
  const thread = findThread(message.conversationId)
  const answer = thread && findAnswer(thread, message.id)
  if (answer) store.set(answer, message)
}

/** Lets the model go on with an answer of the open chat that a plugin's page has filled in. */
export function goOnFromPage(messageId: string): void {
  const conversation = store.get(currentConversationAtom)
  const thread = conversation && findThread(conversation.id)
  const answer = thread && findAnswer(thread, messageId)
  if (answer) attempt(continueAnswer(store.get(answer)))
}
