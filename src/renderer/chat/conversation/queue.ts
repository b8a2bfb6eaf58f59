import { atom } from 'jotai'
import i18next from 'i18next'
import type { Message, QueuedMessage } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { attachStored } from '../../attachments/attachFiles.ts'
import { showToast } from '../../ui/layers/Toast.tsx'
import { stopAnswer } from './answering.ts'
import { focusComposer, prependToDraft, setSending } from '../composer/composing.ts'
import { findConversation } from './conversations.ts'
import { currentModelAtom } from './currentModel.ts'
import { attempt } from '../../core/failures.ts'
import { otherModelsOf, setOtherModels } from './otherModels.ts'
import { followReplies, runningRepliesAtom, startReply } from './replies.ts'
import { messagesOf, openThread } from './thread.ts'

const undoMilliseconds = 8000
const none: readonly QueuedMessage[] = []

/** The messages that wait to be sent, by conversation, as main has them on disk. */
export const queuesAtom = atom<ReadonlyMap<string, readonly QueuedMessage[]>>(new Map())
/**
 * The messages that go out automatically when the answer before them ends well. A message found on
 * disk is not among them: it waits for the user.
 */
export const followingAtom = atom<ReadonlySet<string>>(new Set<string>())

export function queueOf(conversationId: string): readonly QueuedMessage[] {
  return store.get(queuesAtom).get(conversationId) ?? none
}

/** Loads a queue and keeps it up to date. Resolves once it is known. */
export async function loadQueue(conversationId: string): Promise<void> {
  putQueue(conversationId, await api.chat.queued({ conversationId }))
}

/** Adds a message at the end of the queue, which follows the running answer. */
export async function enqueue(
  message: Pick<QueuedMessage, 'conversationId' | 'text' | 'files'>,
): Promise<QueuedMessage> {
  const queued = await api.chat.enqueue(message)
  setFollowing((following) => following.add(queued.id))
  putQueue(message.conversationId, [
    ...queueOf(message.conversationId).filter(({ id }) => id !== queued.id),
    queued,
  ])
  return queued
}

/** Moves a queued message back into the composer, before the draft. */
export async function takeBack(queued: QueuedMessage): Promise<void> {
  const { id, conversationId, text, files } = queued
  if (!attachStored(conversationId, files)) return
  await take(queued)
  prependToDraft(conversationId, text)
  setFollowing((following) => following.delete(id))
  focusComposer()
}

/** Removes a queued message and offers to undo that for a while. */
export async function removeQueued(queued: QueuedMessage): Promise<void> {
  await take(queued)
  const { conversationId, text, files } = queued
  const restore = (): void => attempt(enqueue({ conversationId, text, files }))
  showToast(i18next.t('chat.queue.removed'), {
    milliseconds: undoMilliseconds,
    action: { label: i18next.t('chat.delete.undo'), run: restore },
  })
}

/** Stops a running answer and sends a queued message now. The rest of the queue follows it. */
export async function sendNow({ id, conversationId }: QueuedMessage): Promise<void> {
  const waiting = queueOf(conversationId)
  setFollowing((following) => waiting.forEach((queued) => following.add(queued.id)))
  await stopAnswer(conversationId)
  await sendQueued(conversationId, id)
}

/** Holds a conversation's queue: it no longer goes out automatically. */
function holdQueue(conversationId: string): void {
  const waiting = queueOf(conversationId)
  setFollowing((following) => waiting.forEach(({ id }) => following.delete(id)))
}

/** Sends the next message that waits for this answer, if the answer ended well. */
export function sendNext(answer: Message): void {
  const { conversationId } = answer
  // With columns, the user says first with which one the chat goes on.
  if (answer.status !== 'complete' || answer.columns) return
  const following = store.get(followingAtom)
  const next = queueOf(conversationId).find(({ id }) => following.has(id))
  // The reader looks at another branch now, where the message would be out of place.
  const isShown = messagesOf(openThread(conversationId)).at(-1)?.id === answer.id
  if (next && isShown) attempt(sendQueued(conversationId, next.id))
}

/** Follows main's queues and the ends of answers, from the first call on. */
export function startQueues(): void {
  api.chat.queueChanged(({ conversationId, queued }) => putQueue(conversationId, queued))
  followReplies({ onStarted: holdAfterOther, onFinished: sendNext })
}

/** Holds the queue if the user sends something else meanwhile. */
function holdAfterOther(conversationId: string, kind: string): void {
  if (kind === 'send') holdQueue(conversationId)
}

/** Sends a queued message. The conversation sends nothing else until its reply has begun. */
async function sendQueued(conversationId: string, queuedId: string): Promise<void> {
  if (store.get(runningRepliesAtom).has(conversationId)) return
  if (!setSending(conversationId, true)) return
  try {
    const thread = openThread(conversationId)
    await thread.loaded
    const parentId = messagesOf(thread).at(-1)?.id ?? null
    const model = modelOf(conversationId)
    const others = otherModelsOf(conversationId, model)
    await startReply({
      kind: 'sendQueued',
      ...{ queuedId, parentId, model },
      ...(others.length > 0 && { others: [...others] }),
    })
    setOtherModels(conversationId, [])
  } finally {
    setSending(conversationId, false)
  }
}

/** Returns the model of a conversation, which need not be the open one. */
function modelOf(conversationId: string): ModelReference {
  const model = findConversation(conversationId)?.model ?? store.get(currentModelAtom)
  if (!model) throw new AppError('modelMissing', 'No model is chosen')
  return model
}

async function take({ id, conversationId }: QueuedMessage): Promise<void> {
  await api.chat.dequeue({ id })
  const rest = queueOf(conversationId).filter((queued) => queued.id !== id)
  putQueue(conversationId, rest)
}

function putQueue(conversationId: string, queued: readonly QueuedMessage[]): void {
  store.set(queuesAtom, (before) => {
    const after = new Map(before)
    if (queued.length > 0) after.set(conversationId, queued)
    else after.delete(conversationId)
    return after
  })
}

function setFollowing(change: (following: Set<string>) => void): void {
  store.set(followingAtom, (before) => {
    const after = new Set(before)
    change(after)
    return after
  })
}
