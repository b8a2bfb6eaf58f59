import { stopAnswer } from '../conversation/answering.ts'
import { messageInput } from '../composer/composing.ts'
import { startReply } from '../conversation/replies.ts'
import type { RunningReply } from '../conversation/replies.ts'
import { openThread } from '../conversation/thread.ts'

/** Sends spoken text once the running answer has ended; the composer's draft stays. */
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
