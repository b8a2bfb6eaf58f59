import { attachmentsIn } from '../../attachments/draftFiles.ts'
import { store } from '../../core/store.ts'
import { isStopping } from '../conversation/answering.ts'
import { send, takeAlong } from './composing.ts'
import { attempt } from '../../core/failures.ts'
import { awaitingAnswer } from '../conversation/awaitingAnswer.ts'
import { enqueue, sendNext, sendNow } from '../conversation/queue.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import { messagesOf, openThread } from '../conversation/thread.ts'

/**
 * Sends the open conversation's draft, or queues it behind the running answer. Resolves to true
 * once the message is on disk and may leave the composer.
 */
export function submitDraft(conversationId: string | null, text: string): Promise<boolean> {
  if (conversationId === null || !isBusy(conversationId)) return send(text)
  return queueDraft(conversationId, text)
}

async function queueDraft(conversationId: string, text: string): Promise<boolean> {
  const stopping = isStopping(conversationId)
  let follow = (): void => undefined
  const taken = await takeAlong(conversationId, text, async (files) => {
    const queued = await enqueue({ conversationId, text, files: attachmentsIn(files) })
    // A user who has pressed Stop does not wait for the answer.
    if (stopping) follow = () => attempt(sendNow(queued))
    else follow = () => sendAfterEnd(conversationId)
    return conversationId
  })
  follow()
  return taken
}

/** Sends the next queued message if the answer ended while this one was being queued. */
function sendAfterEnd(conversationId: string): void {
  const answer = messagesOf(openThread(conversationId)).at(-1)
  if (answer?.role === 'assistant' && !isAnswering(conversationId)) sendNext(answer)
}

/** Tells whether an answer is being written or waits for the user's decision. */
function isBusy(conversationId: string): boolean {
  return isAnswering(conversationId) || awaitingAnswer(conversationId) !== undefined
}

function isAnswering(conversationId: string): boolean {
  return store.get(runningRepliesAtom).has(conversationId)
}
