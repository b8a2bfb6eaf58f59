import { atom } from 'jotai'
import { fromWire, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import type { SerialQueue } from '../../../shared/serialQueue.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startListening } from '../../speech/live/listening.ts'
import type { Listening } from '../../speech/live/listening.ts'
import { readingAtom, startReading, stopReading } from '../../voices/reading.ts'
import { stopAnswer } from '../conversation/answering.ts'
import { setDraft } from '../composer/composing.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { dictatingAtom, isDictating } from './dictating.ts'
import { attempt } from '../../core/failures.ts'
import { sendSpoken } from './liveSending.ts'
import { readableMessage } from './readableMessage.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import type { RunningReply } from '../conversation/replies.ts'

/** The state of a live conversation. */
export interface Live {
  /** Null until the first utterance in a new chat. */
  conversationId: string | null
  isOpen: boolean
  /** Whether the user is speaking now. */
  isHearing: boolean
  /** The number of utterances being transcribed and texts being sent. */
  pending: number
}

/** The reason why a live conversation ended by itself. */
export interface LiveFailure {
  error: WireError
  at: number
  /** The kept recording that could not be transcribed. */
  recordingId: string | null
}

export type LiveState = 'starting' | 'listening' | 'hearing' | 'transcribing' | LiveAnswerState
type LiveAnswerState = 'thinking' | 'speaking'

export const liveAtom = atom<Live | null>(null)
export const liveFailureAtom = atom<LiveFailure | null>(null)
export const liveLevelAtom = atom(0)

/** What is going on; the state that matters most to the user wins. */
export const liveStateAtom = atom((get): LiveState | null => {
  const live = get(liveAtom)
  if (!live) return null
  if (!live.isOpen) return 'starting'
  if (live.isHearing) return 'hearing'
  if (live.pending > 0) return 'transcribing'
  const reading = get(readingAtom)
  if (reading?.state === 'speaking') return 'speaking'
  const isAnswering = get(runningRepliesAtom).has(live.conversationId ?? '')
  return isAnswering || reading?.state === 'waiting' ? 'thinking' : 'listening'
})

/** What a live conversation works with. */
interface Talk {
  /** Undefined until the microphone is open. */
  listening: Listening | undefined
  /** Utterances that wait because the user is still speaking; they are sent together. */
  heard: string[]
  /** Sends texts one after the other. */
  inTurn: SerialQueue
}

/** The running live conversation; work for an earlier one is void. */
const talkAtom = atom<Talk | null>(null)

/** Starts a live conversation: listens throughout, sends utterances and reads the answers aloud. */
export async function startLive(): Promise<void> {
  if (store.get(liveAtom) || isDictating()) return
  // The notice of an earlier failure goes.
  store.set(dictatingAtom, null)
  const talk: Talk = { listening: undefined, heard: [], inTurn: createSerialQueue() }
  store.set(talkAtom, talk)
  stopReading()
  store.set(liveFailureAtom, null)
  store.set(liveAtom, {
    conversationId: store.get(currentIdAtom),
    isOpen: false,
    isHearing: false,
    pending: 0,
  })
  try {
    const microphone = store.get(preferencesAtom)?.speech.microphone ?? null
    const opened = await startListening(microphone, {
      onLevel: (level) => store.set(liveLevelAtom, level),
      onSpeech: () => isCurrent(talk) && bargeIn(),
      onUtterance: (id, recording) => isCurrent(talk) && void takeUtterance(talk, id, recording),
      onBroken: (error) => isCurrent(talk) && failLive(error, null),
    })
    if (!isCurrent(talk)) {
      await opened.close()
      return
    }
    talk.listening = opened
    change({ isOpen: true })
  } catch (error) {
    if (isCurrent(talk)) failLive(error, null)
  }
}

/** Ends the conversation and closes the microphone at once; a running answer goes on. */
export function endLive(): void {
  const listening = store.get(talkAtom)?.listening
  store.set(talkAtom, null)
  store.set(liveAtom, null)
  stopReading()
  if (listening) attempt(listening.close())
}

/** Transcribes the failed recording again and continues the conversation. */
export async function retryLive({ recordingId }: LiveFailure): Promise<void> {
  const start = startLive()
  const talk = store.get(talkAtom)
  if (talk && recordingId !== null) {
    await takeUtterance(talk, recordingId, api.speech.transcribe({ id: recordingId }))
  }
  await start
}

function isCurrent(talk: Talk): boolean {
  return store.get(talkAtom) === talk
}

/** Stops reading and the running answer when the user starts to speak. */
function bargeIn(): void {
  change({ isHearing: true })
  stopReading()
  const { conversationId } = store.get(liveAtom) ?? {}
  if (conversationId) attempt(stopAnswer(conversationId))
}

async function takeUtterance(
  talk: Talk,
  id: string,
  transcribing: Promise<Recording>,
): Promise<void> {
  change({ isHearing: false })
  countPending(1)
  try {
    const { text, error } = await transcribing
    if (!isCurrent(talk)) return
    if (error) failLive(fromWire(error), id)
    else if (text !== '') talk.heard.push(text)
    await sendHeard(talk)
  } catch (error) {
    if (isCurrent(talk)) failLive(error, id)
  } finally {
    if (isCurrent(talk)) countPending(-1)
  }
}

/** Sends the waiting utterances, unless the user is still speaking. */
async function sendHeard(talk: Talk): Promise<void> {
  await talk.inTurn(async () => {
    const live = store.get(liveAtom)
    if (!isCurrent(talk) || !live || live.isHearing || talk.heard.length === 0) return
    const text = talk.heard.join(' ')
    talk.heard = []
    try {
      const reply = await sendSpoken(live.conversationId, text)
      if (isCurrent(talk)) change({ conversationId: reply.conversationId })
      if (store.get(currentIdAtom) === live.conversationId) {
        store.set(currentIdAtom, reply.conversationId)
      }
      if (isCurrent(talk)) answerAloud(reply)
    } catch (error) {
      // The text goes into the composer, and the user can send it later.
      setDraft(text)
      if (isCurrent(talk)) failLive(error, null)
    }
  })
}

function answerAloud({ conversationId, messageId }: RunningReply): void {
  if (store.get(liveAtom)?.isHearing) bargeIn()
  // The settings may have started to read it already.
  else if (store.get(readingAtom)?.id !== messageId) {
    startReading(readableMessage(conversationId, messageId))
  }
}

function change(patch: Partial<Live>): void {
  store.set(liveAtom, (live) => live && { ...live, ...patch })
}

function countPending(by: number): void {
  store.set(liveAtom, (live) => live && { ...live, pending: live.pending + by })
}

/** Ends the conversation and shows why. */
export function failLive(error: unknown, recordingId: string | null): void {
  console.error('The live conversation has ended', error)
  endLive()
  store.set(liveFailureAtom, { error: toWire(error), at: Date.now(), recordingId })
}

/** Ends a live conversation when the user opens another chat. Returns a function that ends this. */
export function followChatsLive(): () => void {
  return store.sub(currentIdAtom, () => {
    const live = store.get(liveAtom)
    if (live && live.conversationId !== store.get(currentIdAtom)) endLive()
  })
}
