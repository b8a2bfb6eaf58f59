import type { Message, ReplyInput } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { awaitingAnswer } from './awaitingAnswer.ts'
import { currentModelAtom } from './currentModel.ts'
import { filesOf } from './replyMessage.ts'
import { revealMessage } from '../log/revealMessage.ts'
import { runningRepliesAtom, runsOf, startReply } from './replies.ts'
import { findThread, reloadThread } from './thread.ts'
import type { Thread } from './thread.ts'

/**
 * Asks for another answer beside this one, or again for a failed one. `shorten` drops the start of
 * a chat that is too long for the model.
 */
export async function regenerate(
  message: Message,
  {
    shorten = false,
    model = modelFor(message),
  }: { shorten?: boolean; model?: ModelReference } = {},
): Promise<void> {
  if (!mayAsk(message)) return
  await startReply({ kind: 'regenerate', messageId: message.id, model, shorten })
}

export type ToolCallDecision = Extract<ReplyInput, { kind: 'answerToolCall' }>['decision']

/**
 * Sends the user's decision on tool calls, which their questions name. The answer continues once no
 * call waits.
 */
export async function answerToolCalls(
  messageId: string,
  [approvalId, ...alike]: readonly string[],
  decision: ToolCallDecision,
  free?: string[],
): Promise<void> {
  if (approvalId === undefined) return
  await startReply({
    kind: 'answerToolCall',
    messageId,
    approvalId,
    decision,
    ...(alike.length > 0 && { alike }),
    ...(free && { free }),
  })
}

/** Asks the user whether a call of an answer may run once more, in another version of the answer. */
export async function repeatToolCall(
  message: Pick<Message, 'id' | 'conversationId' | 'columns'>,
  part: number,
): Promise<void> {
  if (!mayAsk(message)) return
  await startReply({ kind: 'repeatToolCall', messageId: message.id, part })
}

export async function continueAnswer(message: Message): Promise<void> {
  if (!mayAsk(message)) return
  await startReply({ kind: 'continue', messageId: message.id })
}

/** Sends a changed version of the user's message, and stops a running answer. */
export async function sendEdited(message: Message, text: string): Promise<void> {
  const { conversationId, parentId } = message
  await stopAnswer(conversationId)
  const files = filesOf(message)
  const model = modelFor(message)
  await startReply({ kind: 'send', conversationId, parentId, text, files, model })
}

/** Answers that the user has stopped and whose end the page may not know yet. */
const stoppedReplies = new Set<string>()

/** Tells whether the user has stopped the answer that still runs here. */
export function isStopping(conversationId: string): boolean {
  const reply = store.get(runningRepliesAtom).get(conversationId)
  return reply !== undefined && stoppedReplies.has(reply.messageId)
}

/** Stops all answers that run in the conversation. */
export async function stopAnswer(conversationId: string): Promise<void> {
  const ids = runsOf(conversationId).map(({ messageId }) => messageId)
  if (ids.length === 0) return endWaiting(conversationId)
  for (const id of ids) stoppedReplies.add(id)
  try {
    await Promise.all(ids.map((messageId) => api.chat.stop({ messageId })))
    await untilAnswered(conversationId)
  } finally {
    for (const id of ids) stoppedReplies.delete(id)
  }
}

/** Ends an answer in which a call waits for the user's decision. */
async function endWaiting(conversationId: string): Promise<void> {
  const answer = awaitingAnswer(conversationId)
  const thread = findThread(conversationId)
  if (!answer || !thread) return
  await api.chat.stop({ messageId: answer.id })
  await reloadThread(thread)
}

/** Resolves once no answer runs in the conversation. */
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

/** Shows another version of a message and keeps it in sight. */
export async function showVersion(conversationId: string, messageId: string): Promise<void> {
  await api.chat.showVersion({ messageId })
  const thread = findThread(conversationId)
  if (!thread) return
  await reloadThread(thread)
  await revealMessage(thread, messageId)
}

/** Brings a message into sight, also one of a version that is not shown. */
export async function showMessage(thread: Thread, messageId: string): Promise<void> {
  if (await revealMessage(thread, messageId)) return
  await showVersion(thread.conversationId, messageId)
}

function isAnswering(conversationId: string): boolean {
  return store.get(runningRepliesAtom).has(conversationId)
}

/** Tells whether an answer may be asked for beside, or after, this message; columns run by themselves. */
function mayAsk({ conversationId, columns }: Pick<Message, 'conversationId' | 'columns'>): boolean {
  return columns !== undefined || !isAnswering(conversationId)
}

/** Returns the model for another answer: in a column the same one, and else the chosen one. */
function modelFor(message: Message): ModelReference {
  const { model: its, columns } = message
  const model = columns && its ? its : (store.get(currentModelAtom) ?? its)
  if (!model) throw new AppError('modelMissing', 'No model is chosen')
  return model
}
