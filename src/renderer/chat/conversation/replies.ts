import { atom } from 'jotai'
import type { Message, ReplyFrame, ReplyInput } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import { beginChatSetup, saveChatSetups } from '../../assistantProfiles/chatSetups.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startReading } from '../../voices/reading.ts'
import { putUnlessKnown } from './conversations.ts'
import { createFrameBatch } from './frameBatch.ts'
import { readableMessage } from '../talking/readableMessage.ts'
import { applyDelta } from './replyMessage.ts'
import { forgetNews, showNews } from './toolNews.ts'
import type { Delta } from './replyMessage.ts'
import { continueThread, findMessage, keepThread, reloadThread } from './thread.ts'
import type { Thread } from './thread.ts'
import { markUnread } from './unread.ts'

export interface RunningReply {
  conversationId: string
  messageId: string
}

/** The running replies, by conversation. They go on whichever chat is shown. */
export const runningRepliesAtom = atom<ReadonlyMap<string, RunningReply>>(new Map())

/** The failure of the last try, and the time of the next one. */
export type ReplyWait = Pick<Extract<ReplyFrame, { type: 'waiting' }>, 'error' | 'until'>

/** The answers that wait for another try, by message id. */
export const replyWaitsAtom = atom<ReadonlyMap<string, ReplyWait>>(new Map())

/** The listener for every reply, whichever code asked for it. */
interface ReplyFollower {
  onStarted: (conversationId: string, kind: ReplyInput['kind']) => void
  /** Called once the reply no longer counts as running. */
  onFinished: (answer: Message) => void
}

let follower: ReplyFollower | undefined

/** Sets the one follower: the queue. */
export function followReplies(given: ReplyFollower): void {
  follower = given
}

/**
 * Asks for a reply. Resolves once everything is on disk and the request is on its way, and rejects
 * if it did not get that far. The reply itself streams afterwards.
 */
export function startReply(input: ReplyInput): Promise<RunningReply> {
  return new Promise((resolve, reject) => {
    void readReply(input, resolve).catch(reject)
  })
}

async function readReply(
  input: ReplyInput,
  onStarted: (reply: RunningReply) => void,
): Promise<void> {
  let writer: ReplyWriter | undefined
  const isNew = 'conversationId' in input && input.conversationId === null
  try {
    await saveChatSetups()
    for await (const frame of api.chat.reply(input)) {
      if (frame.type !== 'started') {
        writer?.write(frame)
        continue
      }
      putUnlessKnown(frame.conversation)
      if (isNew) beginChatSetup(frame.conversation.id)
      const thread = continueThread(frame.conversation.id, frame.messages)
      const answer = frame.messages.findLast((message) => message.role === 'assistant')
      if (!answer) continue
      follower?.onStarted(thread.conversationId, input.kind)
      writer = createReplyWriter(thread, answer)
      onStarted(writer.reply)
    }
    if (!writer) throw new Error('The reply ended before it started')
    writer.end()
  } catch (error) {
    if (!writer) throw error
    console.error('A reply broke off', toWire(error))
    writer.end()
  }
}

interface ReplyWriter {
  reply: RunningReply
  write: (delta: Delta) => void
  end: () => void
}

function createReplyWriter(thread: Thread, answer: Message): ReplyWriter {
  const { conversationId } = thread
  const reply: RunningReply = { conversationId, messageId: answer.id }
  const startedAt = performance.now()
  let finished: Message | undefined
  setRunning(conversationId, reply)
  if (store.get(preferencesAtom)?.voices.readAnswers && !isSpoken(answer)) {
    startReading(readableMessage(conversationId, answer.id))
  }
  const batch = createFrameBatch<Delta>((deltas) => {
    const message = findMessage(thread, answer.id)
    if (!message) return
    const elapsed = performance.now() - startedAt
    store.set(message.atom, (before) => {
      return deltas.reduce((current, delta) => applyDelta(current, delta, elapsed), before)
    })
  })
  return {
    reply,
    write: (delta) => {
      // A warning may come before the first try.
      if (delta.type !== 'warning') setWait(answer.id, delta.type === 'waiting' ? delta : undefined)
      if (delta.type === 'toolNews') return showNews(answer.id, delta)
      batch.add(delta)
      if (delta.type !== 'finished') return
      finished = delta.message
      batch.flush()
    },
    end: () => {
      batch.flush()
      setWait(answer.id)
      forgetNews(answer.id)
      if (store.get(runningRepliesAtom).get(conversationId) === reply) setRunning(conversationId)
      markUnread(conversationId)
      // Without the last frame only main knows the message as it is on disk.
      if (finished) follower?.onFinished(finished)
      else void reloadThread(thread)
    },
  }
}

/** Tells whether an answer consists of the calls of a realtime session, which speaks itself. */
function isSpoken({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'toolCall' && part.spoken === true)
}

function setWait(messageId: string, wait?: ReplyWait): void {
  const before = store.get(replyWaitsAtom)
  if (!wait && !before.has(messageId)) return
  const waits = new Map(before)
  if (wait) waits.set(messageId, wait)
  else waits.delete(messageId)
  store.set(replyWaitsAtom, waits)
}

function setRunning(conversationId: string, reply?: RunningReply): void {
  store.set(runningRepliesAtom, (before) => {
    const running = new Map(before)
    if (reply) running.set(conversationId, reply)
    else running.delete(conversationId)
    return running
  })
  keepThread(conversationId, reply !== undefined)
}
