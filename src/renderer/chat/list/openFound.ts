import { openChat } from '../actions.ts'
import { showVersion } from '../conversation/answering.ts'
import { foundPattern } from './foundPattern.ts'
import { markWords } from '../log/markWords.ts'
import { revealMessage } from '../log/revealMessage.ts'
import { openThread } from '../conversation/thread.ts'

/** Opens a chat at a message found by a search and marks the words for a while. */
export async function openFound(
  conversationId: string,
  messageId: string,
  query: string,
): Promise<void> {
  openChat(conversationId)
  const isShown = await revealMessage(openThread(conversationId), messageId)
  // The message is in a version that is not shown.
  if (!isShown) await showVersion(conversationId, messageId)
  markWords(messageId, foundPattern(query))
}
