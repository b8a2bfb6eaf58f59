import { atom } from 'jotai'
import type { Message, ReplyFrame, ReplyInput } from '../../../shared/chat/chat.ts'
import { toWire } from '../../../shared/errors.ts'
import { beginChatSetup, saveChatSetups } from '../../assistantProfiles/chatSetups.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startReading } from '../../voices/reading.ts'
import { keepColumn, loadColumn, putColumn } from './columnMessages.ts'
import { putUnlessKnown } from './conversations.ts'
import { createFrameBatch } from './frameBatch.ts'
import { readableMessage } from '../talking/readableMessage.ts'
import { applyDelta } from './replyMessage.ts'
import { forgetNews, showNews } from './toolNews.ts'
import type { Delta } from './replyMessage.ts'
import {
  continueThread,
  findAnswer,
  findMessage,
  keepThread,
  openThread,
  reloadThread,
  updateVersions,
} from './thread.ts'
import type { Thread } from './thread.ts'
import { markUnread } from './unread.ts'

export interface RunningReply {
  conversationId: string
  messageId: string
  /** Whether the answer is in a column beside the shown branch. */
  isBeside: boolean
}

/**
 * The running replies, by conversation: the shown branch's, or else one in a column beside it. They
 * go on whichever chat is shown.
 */
export const runningRepliesAtom = atom<ReadonlyMap<string, RunningReply>>(new Map())

/** The failure of the last try, and the time of the next one. */
export type ReplyWait = Pick<Extract<ReplyFrame, { type: 'waiting' }>, 'error' | 'until'>

/** The answers that wait for another try, or for another column to end, by message id. */
export const replyWaitsAtom = atom<ReadonlyMap<string, ReplyWait | 'inTurn'>>(new Map())

/** All running replies of each conversation; several only in columns. */
const runs = new Map<string, readonly RunningReply[]>()

/** Returns the replies that run in a conversation, in the order of their starts. */
export function runsOf(conversationId: string): readonly RunningReply[] {
  return runs.get(conversationId) ?? []
}

/** The listener for every reply, whichever code asked for it. */
interface ReplyFollower {
  onStarted: (conversationId: string, kind: ReplyInput['kind']) => void
  /** Called once the reply no longer counts as running. */
  onFinished: (answer: Message) => void
}

type StartedFrame = Extract<ReplyFrame, { type: 'started' }>

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
    if (input.kind !== 'join') await saveChatSetups()
    for await (const frame of api.chat.reply(input)) {
      if (frame.type !== 'started') {
        writer?.write(frame)
        continue
      }
      putUnlessKnown(frame.conversation)
      if (isNew) beginChatSetup(frame.conversation.id)
      const started = putStarted(frame)
      if (!started) continue
      follower?.onStarted(frame.conversation.id, input.kind)
      writer = createReplyWriter(started)
      joinColumns(started)
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

/** An answer that has begun, where the page shows it, and those in columns beside it. */
interface StartedAnswer {
  thread: Thread
  answer: Message
  isBeside: boolean
  others: readonly Message[]
}

/** Shows the messages of a reply that has begun; undefined without an answer. */
function putStarted({ conversation, messages, isBeside }: StartedFrame): StartedAnswer | undefined {
  const [answer, ...others] = messages.filter(({ role }) => role === 'assistant')
  if (!answer) return undefined
  const beside = new Set(isBeside ? [answer, ...others] : others)
  for (const message of beside) putColumn(message)
  const shown = messages.filter((message) => !beside.has(message))
  const thread =
    shown.length > 0 ? continueThread(conversation.id, shown) : openThread(conversation.id)
  if (isBeside) updateVersions(thread, answer)
  else if (answer.columns) keepColumn(answer.id, findMessage(thread, answer.id)?.atom)
  return { thread, answer, isBeside: isBeside === true, others }
}

/** Follows the answers in columns that main has begun beside another. They count as running. */
function joinColumns({ thread: { conversationId }, others }: StartedAnswer): void {
  const replies = others.map(({ id }) => ({ conversationId, messageId: id, isBeside: true }))
  for (const reply of replies) addRun(reply)
  for (const reply of replies) void joinColumn(reply)
}

async function joinColumn(reply: RunningReply): Promise<void> {
  const { messageId } = reply
  try {
    await startReply({ kind: 'join', messageId })
  } catch (error) {
    console.error('An answer could not be followed', toWire(error))
    // Nobody would see what it says.
    await api.chat.stop({ messageId }).catch(() => undefined)
    await loadColumn(messageId).catch(() => undefined)
    removeRun(reply)
  }
}

interface ReplyWriter {
  reply: RunningReply
  write: (delta: Delta) => void
  end: () => void
}

function createReplyWriter({ thread, answer, isBeside }: StartedAnswer): ReplyWriter {
  const { conversationId } = thread
  const reply: RunningReply = { conversationId, messageId: answer.id, isBeside }
  const startedAt = performance.now()
  let finished: Message | undefined
  addRun(reply)
  const reads = store.get(preferencesAtom)?.voices.readAnswers === true
  if (reads && !isBeside && !isSpoken(answer)) {
    startReading(readableMessage(conversationId, answer.id))
  }
  const batch = createFrameBatch<Delta>((deltas) => {
    const message = findAnswer(thread, answer.id)
    if (!message) return
    const elapsed = performance.now() - startedAt
    store.set(message, (before) => {
      return deltas.reduce((current, delta) => applyDelta(current, delta, elapsed), before)
    })
  })
  return {
    reply,
    write: (delta) => {
      // A warning may come before the first try.
      if (delta.type !== 'warning') setWait(answer.id, waitOf(delta))
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
      removeRun(reply)
      markUnread(conversationId)
      // Without the last frame only main knows the message as it is on disk.
      if (finished) follower?.onFinished(finished)
      else if (isBeside) void loadColumn(answer.id).catch(() => undefined)
      else void reloadThread(thread)
    },
  }
}

/** Tells whether an answer consists of the calls of a realtime session, which speaks itself. */
function isSpoken({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'toolCall' && part.spoken === true)
}

function waitOf(delta: Delta): ReplyWait | 'inTurn' | undefined {
  if (delta.type === 'inTurn') return 'inTurn'
  return delta.type === 'waiting' ? delta : undefined
}

function setWait(messageId: string, wait?: ReplyWait | 'inTurn'): void {
  const before = store.get(replyWaitsAtom)
  if (!wait && !before.has(messageId)) return
  const waits = new Map(before)
  if (wait) waits.set(messageId, wait)
  else waits.delete(messageId)
  store.set(replyWaitsAtom, waits)
}

function addRun(reply: RunningReply): void {
  const others = runsOf(reply.conversationId).filter(
    ({ messageId }) => messageId !== reply.messageId,
  )
  setRuns(reply.conversationId, [...others, reply])
}

function removeRun(reply: RunningReply): void {
  setRuns(
    reply.conversationId,
    runsOf(reply.conversationId).filter((one) => one !== reply),
  )
}

function setRuns(conversationId: string, running: readonly RunningReply[]): void {
  const shown = running.find(({ isBeside }) => !isBeside) ?? running[0]
  if (shown) runs.set(conversationId, running)
  else runs.delete(conversationId)
  keepThread(conversationId, shown !== undefined)
  if (store.get(runningRepliesAtom).get(conversationId) === shown) return
  store.set(runningRepliesAtom, (before) => {
    const after = new Map(before)
    if (shown) after.set(conversationId, shown)
    else after.delete(conversationId)
    return after
  })
}
