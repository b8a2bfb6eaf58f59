import { atom } from 'jotai'
import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'
import { callAtom, endCall, startCall } from '../../realtime/call.ts'
import type { Said } from '../../realtime/transcript.ts'
import { stopReading } from '../../voices/reading.ts'
import { currentIdAtom, putConversation } from '../conversation/conversations.ts'
import { currentModelAtom } from '../conversation/currentModel.ts'
import { attempt } from '../../core/failures.ts'
import { textOf } from '../conversation/replyMessage.ts'
import { continueThread, messagesOf, openThread } from '../conversation/thread.ts'

/** Characters of the chat that a call's model is told, counted from the end. */
const earlierLengthMaximum = 20_000

interface CalledChat {
  /** Null until the first words of a new chat. */
  id: string | null
}

/** The chat that records the latest call. */
const calledChatAtom = atom<CalledChat | null>(null)

/** Starts a call to a model that hears and speaks. The chat records both sides. */
export async function startCallInChat(): Promise<void> {
  if (store.get(callAtom)) return
  stopReading()
  const chat: CalledChat = { id: store.get(currentIdAtom) }
  store.set(calledChatAtom, chat)
  // Messages are saved one after the other.
  let writing: Promise<void> = Promise.resolve()
  await startCall({
    earlier: earlierOf(chat.id),
    onSaid(said, speaker) {
      writing = writing.then(() => writeDown(chat, said, speaker))
      attempt(writing.catch(giveUp))
    },
  })
}

/** Ends the call after a message could not be saved. */
function giveUp(error: unknown): never {
  endCall()
  throw error
}

/** Ends the call when the user opens another chat. Returns a function that ends this. */
export function followChatsCall(): () => void {
  return store.sub(currentIdAtom, () => {
    if (store.get(callAtom) && store.get(currentIdAtom) !== store.get(calledChatAtom)?.id) endCall()
  })
}

async function writeDown(
  chat: CalledChat,
  { role, text }: Said,
  speaker: ModelReference,
): Promise<void> {
  const before = chat.id
  const chatModel = store.get(currentModelAtom)
  const written = await api.chat.appendSpoken({
    conversationId: before,
    role,
    text,
    chatModel,
    speaker,
  })
  const { id } = written.conversation
  chat.id = id
  putConversation(written.conversation)
  continueThread(id, [written.message])
  const isShown = chat === store.get(calledChatAtom) && store.get(currentIdAtom) === null
  if (before === null && isShown) store.set(currentIdAtom, id)
}

async function earlierOf(id: string | null): Promise<Said[]> {
  if (id === null) return []
  const thread = openThread(id)
  await thread.loaded
  let length = 0
  const told = messagesOf(thread)
    .map((message): Said => ({ role: message.role, text: textOf(message) }))
    .filter(({ text }) => text.trim() !== '')
  const first = told.findLastIndex(({ text }) => (length += text.length) > earlierLengthMaximum)
  return told.slice(first + 1)
}
