import { atom } from 'jotai'
import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import { api } from '../core/bridge.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { openStream } from '../speech/recorder/microphone.ts'
import { openPeer } from './peer.ts'
import type { Peer } from './peer.ts'
import { readServerEvent } from './serverEvent.ts'
import type { ServerEvent } from './serverEvent.ts'
import { createTranscript } from './transcript.ts'
import type { Said, SpokenTurn, Transcript } from './transcript.ts'
import { maxQuotedAnswerLength } from '../../shared/limits.ts'

export type RealtimeState = 'connecting' | 'listening' | 'hearing' | 'thinking' | 'speaking'

export interface RealtimeSession {
  state: RealtimeState
  isMuted: boolean
}

export interface RealtimeSessionOptions {
  /** The earlier messages, oldest first, which the model is told. */
  earlier: Promise<readonly Said[]>
  onSaid: (said: SpokenTurn, speaker: ModelReference) => void
}

/** The longest session that a service allows, and the time for transcribing the last words. */
const longestMilliseconds = 60 * 60 * 1000
const lastWordsMilliseconds = 5000

/** The running session; while it is set, the microphone is open. */
export const realtimeAtom = atom<RealtimeSession | null>(null)
/** Why the last session ended without the user: an error, or `over` when its time was up. */
export const realtimeEndAtom = atom<{ reason: WireError | 'over'; at: number } | null>(null)

interface Line {
  transcript: Transcript
  microphone?: MediaStream
  peer?: Peer
  timer?: number
}

/** The line of the running session; work for an earlier one is void. */
const lineAtom = atom<Line | null>(null)

/** Starts a session with the model of the settings. Resolves once it listens or has failed. */
export async function startRealtime({ earlier, onSaid }: RealtimeSessionOptions): Promise<void> {
  if (store.get(realtimeAtom)) return
  let speaker: ModelReference | undefined
  const transcript = createTranscript({
    onSaid: (said) => speaker && onSaid(said, speaker),
    onCut: (itemId, heardMs) => line.peer?.send(truncationOf(itemId, heardMs)),
    now: Date.now,
  })
  const line: Line = { transcript }
  const isMine = (): boolean => store.get(lineAtom) === line
  store.set(lineAtom, line)
  store.set(realtimeEndAtom, null)
  store.set(realtimeAtom, { state: 'connecting', isMuted: false })
  try {
    const microphone = await openStream(
      store.get(preferencesAtom)?.speech.microphone ?? null,
      'conversation',
    )
    if (!isMine()) return stop(microphone)
    line.microphone = microphone
    mute(store.get(realtimeAtom)?.isMuted === true)
    microphone.getAudioTracks()[0]?.addEventListener('ended', () => {
      if (isMine()) failRealtime(new AppError('microphoneLost', 'The microphone is gone'))
    })
    const peer = await openPeer({
      microphone,
      async exchange(offer) {
        const { answer, model } = await api.realtime.connect({ offer })
        speaker = model
        return answer
      },
      onEvent(data) {
        const event = readServerEvent(data)
        if (!event) return
        transcript.take(event)
        if (isMine()) follow(event)
      },
      onLost() {
        if (isMine()) failRealtime(new AppError('streamBroken', 'The session has broken off'))
      },
    })
    if (!isMine()) return peer.close()
    line.peer = peer
    line.timer = window.setTimeout(() => endWith('over'), longestMilliseconds)
    for (const said of await earlier) peer.send(itemOf(said))
    if (isMine()) change({ state: 'listening' })
  } catch (error) {
    if (isMine()) failRealtime(error)
  }
}

/** Ends the session: closes the microphone at once, and still records the last words. */
export function endRealtime(): void {
  const ended = store.get(lineAtom)
  store.set(lineAtom, null)
  store.set(realtimeAtom, null)
  if (!ended) return
  const { microphone, peer, timer, transcript } = ended
  clearTimeout(timer)
  if (microphone) stop(microphone)
  peer?.silence()
  void transcript.settled(lastWordsMilliseconds).then(() => {
    transcript.flush()
    peer?.close()
  })
}

/** Mutes the microphone: nothing spoken reaches the service meanwhile. */
export function muteRealtime(isMuted: boolean): void {
  mute(isMuted)
  change({ isMuted })
}

function mute(isMuted: boolean): void {
  for (const track of store.get(lineAtom)?.microphone?.getAudioTracks() ?? [])
    track.enabled = !isMuted
}

function follow(event: ServerEvent): void {
  switch (event.type) {
    case 'input_audio_buffer.speech_started':
      return change({ state: 'hearing' })
    case 'input_audio_buffer.speech_stopped':
      return change({ state: 'thinking' })
    case 'output_audio_buffer.started':
      return change({ state: 'speaking' })
    case 'output_audio_buffer.stopped':
    case 'output_audio_buffer.cleared':
      return settle('speaking')
    case 'response.done':
      if (event.status === 'failed') return failRealtime(errorOf(event))
      return settle('thinking')
    case 'error':
      if (event.errorCode === 'session_expired') return endWith('over')
      // Other errors concern one event, and the session goes on.
      return console.error('The service refused an event', event.errorCode, event.errorMessage)
  }
}

/** Returns to listening, unless something else has begun. */
function settle(from: RealtimeState): void {
  if (store.get(realtimeAtom)?.state === from) change({ state: 'listening' })
}

function errorOf({ errorCode, errorMessage }: ServerEvent): AppError {
  const code = /quota/.test(errorCode)
    ? 'quotaExhausted'
    : /rate_limit/.test(errorCode)
      ? 'rateLimited'
      : 'serverError'
  const answer = errorMessage.slice(0, maxQuotedAnswerLength)
  return new AppError(code, 'The service could not answer', answer === '' ? {} : { answer })
}

/**
 * Returns the event that makes the model forget what was not heard. The service also cuts by itself
 * over WebRTC, and refuses only to make an item longer again.
 */
function truncationOf(itemId: string, heardMs: number): object {
  return {
    type: 'conversation.item.truncate',
    item_id: itemId,
    content_index: 0,
    audio_end_ms: heardMs,
  }
}

/** Returns an earlier message in the service's format. */
function itemOf({ role, text }: Said): object {
  const content = [{ type: role === 'user' ? 'input_text' : 'output_text', text }]
  return { type: 'conversation.item.create', item: { type: 'message', role, content } }
}

function change(patch: Partial<RealtimeSession>): void {
  store.set(realtimeAtom, (session) => session && { ...session, ...patch })
}

function failRealtime(error: unknown): void {
  console.error('The realtime session has ended', error)
  endWith(toWire(error))
}

function endWith(reason: WireError | 'over'): void {
  endRealtime()
  store.set(realtimeEndAtom, { reason, at: Date.now() })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
