import { atom } from 'jotai'
import { fromWire, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startListening } from '../../speech/live/listening.ts'
import type { Listening } from '../../speech/live/listening.ts'
import { readingAtom, startReading, stopReading } from '../../voices/readAloud.ts'
import { stopAnswer } from '../conversation/answering.ts'
import { setDraft } from '../composer/composing.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { dictatingAtom, isDictating } from './dictating.ts'
import { attempt } from '../../core/failures.ts'
import { sendSpoken } from './liveSending.ts'
import { readableMessage } from './readableMessage.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import type { RunningReply } from '../conversation/replies.ts'

/** A conversation by voice. */
export interface Live {
  /** Null until the first thing is said in a new chat. */
  conversationId: string | null
  isOpen: boolean
  /** Someone is speaking now. */
  isHearing: boolean
  /** Utterances whose text is on its way, and texts that are being sent. */
  pending: number
}

/** Why it has ended by itself. */
export interface LiveFailure {
  error: WireError
  at: number
  /** What could not be transcribed; the recording is kept. */
  recordingId: string | null
}

export type LiveState = 'starting' | 'listening' | 'hearing' | 'transcribing' | LiveAnswerState
type LiveAnswerState = 'thinking' | 'speaking'

export const liveAtom = atom<Live | null>(null)
export const liveFailureAtom = atom<LiveFailure | null>(null)
export const liveLevelAtom = atom(0)

/** What is going on, in the order in which it matters to the speaker. */
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

let listening: Listening | undefined
/** Another start and every end make what was begun before void. */
let turn = 0
/** One text is sent after the other. */
let sending: Promise<void> = Promise.resolve()
/** What was said while the speaker goes on already: it is sent together with the rest. */
let heard: string[] = []

/** Listens, sends what is said, has the answer read aloud, and listens on all the while. */
export async function startLive(): Promise<void> {
  if (store.get(liveAtom) || isDictating()) return
  // What failed before is not what happens now.
  store.set(dictatingAtom, null)
  turn += 1
  const mine = turn
  heard = []
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
      onSpeech: () => mine === turn && bargeIn(),
      onUtterance: (id, recording) => mine === turn && void takeUtterance(id, recording),
      onBroken: (error) => mine === turn && failLive(error, null),
    })
    if (mine !== turn) {
      await opened.close()
      return
    }
    listening = opened
    change({ isOpen: true })
  } catch (error) {
    if (mine === turn) failLive(error, null)
  }
}

/** The microphone is closed at once; what is being answered goes on to be written. */
export function endLive(): void {
  turn += 1
  const ended = listening
  listening = undefined
  store.set(liveAtom, null)
  stopReading()
  if (ended) attempt(ended.close())
}

/** Asks again for the text that did not come, and goes on from there. */
export async function retryLive({ recordingId }: LiveFailure): Promise<void> {
  const start = startLive()
  if (recordingId !== null) {
    await takeUtterance(recordingId, api.speech.transcribe({ id: recordingId }))
  }
  await start
}

/** Whoever speaks has the floor: the answer falls silent, and is written no further. */
function bargeIn(): void {
  change({ isHearing: true })
  stopReading()
  const { conversationId } = store.get(liveAtom) ?? {}
  if (conversationId) attempt(stopAnswer(conversationId))
}

async function takeUtterance(id: string, transcribing: Promise<Recording>): Promise<void> {
  const mine = turn
  change({ isHearing: false })
  countPending(1)
  try {
    const { text, error } = await transcribing
    if (mine !== turn) return
    if (error) failLive(fromWire(error), id)
    else if (text !== '') heard.push(text)
    await sendHeard(mine)
  } catch (error) {
    if (mine === turn) failLive(error, id)
  } finally {
    if (mine === turn) countPending(-1)
  }
}

/** Sends what has been said, unless the speaker goes on. */
async function sendHeard(mine: number): Promise<void> {
  sending = sending.then(async () => {
    const live = store.get(liveAtom)
    if (mine !== turn || !live || live.isHearing || heard.length === 0) return
    const text = heard.join(' ')
    heard = []
    try {
      const reply = await sendSpoken(live.conversationId, text)
      if (mine === turn) change({ conversationId: reply.conversationId })
      if (store.get(currentIdAtom) === live.conversationId) {
        store.set(currentIdAtom, reply.conversationId)
      }
      if (mine === turn) answerAloud(reply)
    } catch (error) {
      // What was said is in the composer, to be sent once that is possible.
      setDraft(text)
      if (mine === turn) failLive(error, null)
    }
  })
  await sending
}

function answerAloud({ conversationId, messageId }: RunningReply): void {
  if (store.get(liveAtom)?.isHearing) bargeIn()
  // The settings may have it read already.
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

/** Ends it, and says why. */
export function failLive(error: unknown, recordingId: string | null): void {
  console.error('The live conversation has ended', error)
  endLive()
  store.set(liveFailureAtom, { error: toWire(error), at: Date.now(), recordingId })
}

/** A conversation by voice ends where another chat is opened. */
export function followChatsLive(): () => void {
  return store.sub(currentIdAtom, () => {
    const live = store.get(liveAtom)
    if (live && live.conversationId !== store.get(currentIdAtom)) endLive()
  })
}
