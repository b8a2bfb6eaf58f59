import { attachmentsIn } from '../../attachments/draftFiles.ts'
import { store } from '../../core/store.ts'
import { isStopping } from '../conversation/answering.ts'
import { send, takeAlong } from './composing.ts'
import { attempt } from '../../core/failures.ts'
import { enqueue, sendNext, sendNow } from '../conversation/queue.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { messagesOf, openThread } from '../conversation/thread.ts'

/**
 * Sends what is written in the open conversation, or queues it behind the answer that is being
 * written there; true once it is on disk and may leave the composer.
 */
export function submitDraft(conversationId: string | null, text: string): Promise<boolean> {
  if (conversationId === null || !isAnswering(conversationId)) return send(text)
  return queueDraft(conversationId, text)
}

async function queueDraft(conversationId: string, text: string): Promise<boolean> {
  const stopping = isStopping(conversationId)
  let follow = (): void => undefined
  const taken = await takeAlong(conversationId, text, async (files) => {
    const queued = await enqueue({ conversationId, text, files: attachmentsIn(files) })
    // Whoever has pressed Stop does not wait for the answer.
    if (stopping) follow = () => attempt(sendNow(queued))
    else follow = () => sendAfterEnd(conversationId)
    return conversationId
  })
  follow()
  return taken
}

/** The answer may have ended while the message was on its way to the queue. */
function sendAfterEnd(conversationId: string): void {
  const answer = messagesOf(openThread(conversationId)).at(-1)
  if (answer?.role === 'assistant' && !isAnswering(conversationId)) sendNext(answer)
}

function isAnswering(conversationId: string): boolean {
  return store.get(runningRepliesAtom).has(conversationId)
}
