import type { Message } from '../../../shared/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { currentModelAtom } from './currentModel.ts'
import { filesOf } from './replyMessage.ts'
import { revealMessage } from '../log/revealMessage.ts'
import { runningRepliesAtom, startReply } from './replies.ts'
import { findThread, reloadThread } from './thread.ts'

/**
 * Asks for another answer beside this one; also the way to try a failed one again, and to do so
 * with `shorten` where the chat is too long for the model.
 */
export async function regenerate(message: Message, shorten = false): Promise<void> {
  if (isAnswering(message.conversationId)) return
  await startReply({
    kind: 'regenerate',
    messageId: message.id,
    model: modelFor(message),
    shorten,
  })
}

export async function continueAnswer(message: Message): Promise<void> {
  if (isAnswering(message.conversationId)) return
  await startReply({ kind: 'continue', messageId: message.id })
}

/** Sends the user's own message in another version, in place of an answer that is being written. */
export async function sendEdited(message: Message, text: string): Promise<void> {
  const { conversationId, parentId } = message
  await stopAnswer(conversationId)
  const files = filesOf(message)
  const model = modelFor(message)
  await startReply({ kind: 'send', conversationId, parentId, text, files, model })
}

/** The answers that the user has stopped, though their end may not be known here yet. */
const stoppedReplies = new Set<string>()

/** Whether the answer that still seems to run is about to end, as the user wished. */
export function isStopping(conversationId: string): boolean {
  const reply = store.get(runningRepliesAtom).get(conversationId)
  return reply !== undefined && stoppedReplies.has(reply.messageId)
}

export async function stopAnswer(conversationId: string): Promise<void> {
  const reply = store.get(runningRepliesAtom).get(conversationId)
  if (!reply) return
  stoppedReplies.add(reply.messageId)
  try {
    await api.chat.stop({ messageId: reply.messageId })
    await untilAnswered(conversationId)
  } finally {
    stoppedReplies.delete(reply.messageId)
  }
}

/** Waits until no answer is being written in the conversation. */
export function untilAnswered(conversationId: string): Promise<void> {
  return new Promise((resolve) => {
    if (!isAnswering(conversationId)) return resolve()
    const unfollow = store.sub(runningRepliesAtom, () => {
      if (isAnswering(conversationId)) return
      unfollow()
      resolve()
    })
  })
}

/** Shows another version of a message, and keeps it in sight. */
export async function showVersion(conversationId: string, messageId: string): Promise<void> {
  await api.chat.showVersion({ messageId })
  const thread = findThread(conversationId)
  if (!thread) return
  await reloadThread(thread)
  await revealMessage(thread, messageId)
}

function isAnswering(conversationId: string): boolean {
  return store.get(runningRepliesAtom).has(conversationId)
}

function modelFor(message: Message): ModelReference {
  const model = store.get(currentModelAtom) ?? message.model
  if (!model) throw new AppError('modelMissing', 'No model is chosen')
  return model
}
