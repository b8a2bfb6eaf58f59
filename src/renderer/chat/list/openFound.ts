import { openChat } from '../actions.ts'
import { showMessage } from '../conversation/answering.ts'
import { foundPattern } from './foundPattern.ts'
import { markWords } from '../log/markWords.ts'
import { openThread } from '../conversation/thread.ts'

/** Opens a chat at a message found by a search and marks the words for a while. */
export async function openFound(
  conversationId: string,
  messageId: string,
  query: string,
): Promise<void> {
  openChat(conversationId)
  await showMessage(openThread(conversationId), messageId)
  markWords(messageId, foundPattern(query))
}
