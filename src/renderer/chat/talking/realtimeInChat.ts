import { atom } from 'jotai'
import type { ModelReference } from '../../../shared/models.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { endRealtime, startRealtime } from '../../realtime/realtimeSession.ts'
import { realtimeAtom } from '../../realtime/realtimeState.ts'
import type { CallRound } from '../../realtime/toolCalls.ts'
import type { Said, SpokenTurn } from '../../realtime/transcript.ts'
import { stopReading } from '../../voices/reading.ts'
import { currentIdAtom, putConversation } from '../conversation/conversations.ts'
import { currentModelAtom } from '../conversation/currentModel.ts'
import { attempt } from '../../core/failures.ts'
import { textOf } from '../conversation/replyMessage.ts'
import { startReply } from '../conversation/replies.ts'
import type { RunningReply } from '../conversation/replies.ts'
import { continueThread, messagesOf, openThread } from '../conversation/thread.ts'
import { untilToolsEnded } from './spokenTools.ts'

/** Characters of the chat that a realtime model is told, counted from the end. */
const maxEarlierLength = 20_000

interface RealtimeChat {
  /** Null until the first words of a new chat. */
  id: string | null
}

/** The chat that records the latest realtime session. */
const realtimeChatAtom = atom<RealtimeChat | null>(null)

/** Starts a session with a realtime model. The chat records both sides. */
export async function startRealtimeInChat(): Promise<void> {
  if (store.get(realtimeAtom)) return
  stopReading()
  const chat: RealtimeChat = { id: store.get(currentIdAtom) }
  store.set(realtimeChatAtom, chat)
  const inTurn = createSerialQueue()
  await startRealtime({
    earlier: earlierOf(chat.id),
    conversationId: () => chat.id,
    async runTools(round, speaker, course) {
      const begun = await inTurn(() => beginTools(chat, round, speaker))
      return untilToolsEnded(begun, course)
    },
    onSaid(said, speaker) {
      attempt(inTurn(() => writeDown(chat, said, speaker)).catch(giveUp))
    },
  })
}

/** Ends the session after a message could not be saved. */
function giveUp(error: unknown): never {
  endRealtime()
  throw error
}

/** Ends the session when the user opens another chat. Returns a function that ends this. */
export function endRealtimeWithChat(): () => void {
  return store.sub(currentIdAtom, () => {
    if (store.get(realtimeAtom) && store.get(currentIdAtom) !== store.get(realtimeChatAtom)?.id)
      endRealtime()
  })
}

async function writeDown(
  chat: RealtimeChat,
  { role, text, at, isInterrupted, usage }: SpokenTurn,
  speaker: ModelReference,
): Promise<void> {
  const chatModel = store.get(currentModelAtom)
  const written = await api.chat.appendSpoken({
    conversationId: chat.id,
    role,
    text,
    at,
    isInterrupted,
    usage,
    chatModel,
    speaker,
  })
  const { id } = written.conversation
  putConversation(written.conversation)
  continueThread(id, [written.message])
  adopt(chat, id)
}

/** Begins the calls as a message of the chat. Their results come later. */
async function beginTools(
  chat: RealtimeChat,
  { calls, round, usage }: CallRound,
  speaker: ModelReference,
): Promise<RunningReply> {
  const reply = await startReply({
    kind: 'spokenToolCalls',
    conversationId: chat.id,
    calls: [...calls],
    round,
    usage,
    chatModel: store.get(currentModelAtom),
    speaker,
  })
  adopt(chat, reply.conversationId)
  return reply
}

/** Opens the conversation that the first words or calls have created. */
function adopt(chat: RealtimeChat, id: string): void {
  const isNew = chat.id === null
  chat.id = id
  const isShown = chat === store.get(realtimeChatAtom) && store.get(currentIdAtom) === null
  if (isNew && isShown) store.set(currentIdAtom, id)
}

async function earlierOf(id: string | null): Promise<Said[]> {
  if (id === null) return []
  const thread = openThread(id)
  await thread.loaded
  let length = 0
  const told = messagesOf(thread)
    .map((message): Said => ({ role: message.role, text: textOf(message) }))
    .filter(({ text }) => text.trim() !== '')
  const first = told.findLastIndex(({ text }) => (length += text.length) > maxEarlierLength)
  return told.slice(first + 1)
}
