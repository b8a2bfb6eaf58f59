import { atom } from 'jotai'
import { fromWire, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech/speech.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import type { SerialQueue } from '../../../shared/serialQueue.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startListening } from '../../speech/listening/listening.ts'
import type { Listening } from '../../speech/listening/listening.ts'
import { readingAtom, startReading, stopReading } from '../../voices/reading.ts'
import { stopAnswer } from '../conversation/answering.ts'
import { prependToDraft } from '../composer/composing.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { isVoiceInputOn, voiceInputAtom } from './voiceInput.ts'
import { attempt } from '../../core/failures.ts'
import { sendSpoken } from './sendSpoken.ts'
import { readableMessage } from './readableMessage.ts'
import { runningRepliesAtom } from '../conversation/replies.ts'
import type { RunningReply } from '../conversation/replies.ts'

/** The state of a hands-free conversation. */
export interface HandsFree {
  /** Null until the first utterance in a new chat. */
  conversationId: string | null
  isOpen: boolean
  /** Whether the user is speaking now. */
  isHearing: boolean
  /** The number of utterances being transcribed and texts being sent. */
  pending: number
}

/** The reason why a hands-free conversation ended by itself. */
export interface HandsFreeFailure {
  error: WireError
  at: number
  /** The kept recording that could not be transcribed. */
  recordingId: string | null
  /** The chat that it failed in; null for a new one. */
  conversationId: string | null
}

export type HandsFreeState = 'starting' | 'listening' | 'hearing' | 'transcribing' | AnswerState
type AnswerState = 'thinking' | 'speaking'

export const handsFreeAtom = atom<HandsFree | null>(null)
export const handsFreeFailureAtom = atom<HandsFreeFailure | null>(null)
export const handsFreeLevelAtom = atom(0)

/**
 * The state of the conversation. Of several at once, the one that matters most to the user wins.
 */
export const handsFreeStateAtom = atom((get): HandsFreeState | null => {
  const handsFree = get(handsFreeAtom)
  if (!handsFree) return null
  if (!handsFree.isOpen) return 'starting'
  if (handsFree.isHearing) return 'hearing'
  if (handsFree.pending > 0) return 'transcribing'
  const reading = get(readingAtom)
  if (reading?.state === 'speaking') return 'speaking'
  const isAnswering = get(runningRepliesAtom).has(handsFree.conversationId ?? '')
  return isAnswering || reading?.state === 'waiting' ? 'thinking' : 'listening'
})

/** The parts that a hands-free conversation uses. */
interface Talk {
  /** Undefined until the microphone is open. */
  listening: Listening | undefined
  /** Utterances that wait because the user is still speaking; they are sent together. */
  heard: string[]
  /** Sends texts one after the other. */
  inTurn: SerialQueue
}

/** The running hands-free conversation; work for an earlier one is void. */
const talkAtom = atom<Talk | null>(null)

/**
 * Starts a hands-free conversation: listens throughout, sends utterances and reads the answers
 * aloud.
 */
export async function startHandsFree(): Promise<void> {
  if (store.get(handsFreeAtom) || isVoiceInputOn()) return
  // The notice of an earlier failure goes.
  store.set(voiceInputAtom, null)
  const talk: Talk = { listening: undefined, heard: [], inTurn: createSerialQueue() }
  store.set(talkAtom, talk)
  stopReading()
  store.set(handsFreeFailureAtom, null)
  store.set(handsFreeAtom, {
    conversationId: store.get(currentIdAtom),
    isOpen: false,
    isHearing: false,
    pending: 0,
  })
  try {
    const microphone = store.get(preferencesAtom)?.speech.microphone ?? null
    const opened = await startListening(microphone, {
      onLevel: (level) => store.set(handsFreeLevelAtom, level),
      onSpeech: () => isCurrent(talk) && bargeIn(),
      onUtterance: (id, recording) => isCurrent(talk) && void takeUtterance(talk, id, recording),
      onBroken: (error) => isCurrent(talk) && failHandsFree(error, null),
    })
    if (!isCurrent(talk)) {
      await opened.close()
      return
    }
    talk.listening = opened
    change({ isOpen: true })
  } catch (error) {
    if (isCurrent(talk)) failHandsFree(error, null)
  }
}

/** Ends the conversation and closes the microphone at once; a running answer goes on. */
export function endHandsFree(): void {
  const listening = store.get(talkAtom)?.listening
  store.set(talkAtom, null)
  store.set(handsFreeAtom, null)
  stopReading()
  if (listening) attempt(listening.close())
}

/** Transcribes the failed recording again and continues the conversation. */
export async function retryHandsFree({ recordingId }: HandsFreeFailure): Promise<void> {
  const start = startHandsFree()
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
  const { conversationId } = store.get(handsFreeAtom) ?? {}
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
    if (error) failHandsFree(fromWire(error), id)
    else if (text !== '') talk.heard.push(text)
    await sendHeard(talk)
  } catch (error) {
    if (isCurrent(talk)) failHandsFree(error, id)
  } finally {
    if (isCurrent(talk)) countPending(-1)
  }
}

/** Sends the waiting utterances, unless the user is still speaking. */
async function sendHeard(talk: Talk): Promise<void> {
  await talk.inTurn(async () => {
    const handsFree = store.get(handsFreeAtom)
    if (!isCurrent(talk) || !handsFree || handsFree.isHearing || talk.heard.length === 0) return
    const text = talk.heard.join(' ')
    talk.heard = []
    try {
      const reply = await sendSpoken(handsFree.conversationId, text)
      if (isCurrent(talk)) change({ conversationId: reply.conversationId })
      if (store.get(currentIdAtom) === handsFree.conversationId) {
        store.set(currentIdAtom, reply.conversationId)
      }
      if (isCurrent(talk)) answerAloud(reply)
    } catch (error) {
      // The text goes into the composer, before a draft, and the user can send it later.
      prependToDraft(handsFree.conversationId, text)
      if (isCurrent(talk)) failHandsFree(error, null)
    }
  })
}

function answerAloud({ conversationId, messageId }: RunningReply): void {
  if (store.get(handsFreeAtom)?.isHearing) bargeIn()
  // The settings may have started to read it already.
  else if (store.get(readingAtom)?.id !== messageId) {
    startReading(readableMessage(conversationId, messageId))
  }
}

function change(patch: Partial<HandsFree>): void {
  store.set(handsFreeAtom, (now) => now && { ...now, ...patch })
}

function countPending(by: number): void {
  store.set(handsFreeAtom, (now) => now && { ...now, pending: now.pending + by })
}

/** Ends the conversation and shows why. */
export function failHandsFree(error: unknown, recordingId: string | null): void {
  console.error('The hands-free conversation has ended', error)
  endHandsFree()
  store.set(handsFreeFailureAtom, {
    error: toWire(error),
    at: Date.now(),
    recordingId,
    conversationId: store.get(currentIdAtom),
  })
}

/**
 * Ends a hands-free conversation when the user opens another chat. Returns a function that ends
 * this.
 */
export function endHandsFreeWithChat(): () => void {
  return store.sub(currentIdAtom, () => {
    const handsFree = store.get(handsFreeAtom)
    if (handsFree && handsFree.conversationId !== store.get(currentIdAtom)) endHandsFree()
  })
}
