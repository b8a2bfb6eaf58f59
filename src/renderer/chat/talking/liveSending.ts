import { stopAnswer } from '../conversation/answering.ts'
import { messageInput } from '../composer/composing.ts'
import { startReply } from '../conversation/replies.ts'
import type { RunningReply } from '../conversation/replies.ts'
import { openThread } from '../conversation/thread.ts'

/**
 * Sends what was spoken, once the answer before has come to its end; the draft in the composer
 * stays as it is.
 */
export async function sendSpoken(
  conversationId: string | null,
  text: string,
): Promise<RunningReply> {
  if (conversationId !== null) {
    await openThread(conversationId).loaded
    await stopAnswer(conversationId)
  }
  return startReply(messageInput(conversationId, text, []))
}
