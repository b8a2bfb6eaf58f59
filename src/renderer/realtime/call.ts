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
import type { Said, Transcript } from './transcript.ts'

export type CallState = 'connecting' | 'listening' | 'hearing' | 'thinking' | 'speaking'

export interface Call {
  state: CallState
  isMuted: boolean
}

export interface CallOptions {
  /** The earlier messages, oldest first, which the model is told. */
  earlier: Promise<readonly Said[]>
  onSaid: (said: Said, speaker: ModelReference) => void
}

/** The longest call that a service allows, and the time for transcribing the last words. */
const longestMilliseconds = 60 * 60 * 1000
const lastWordsMilliseconds = 5000

/** The running call; while it is set, the microphone is open. */
export const callAtom = atom<Call | null>(null)
/** Why the last call ended without the user: an error, or `over` when its time was up. */
export const callEndAtom = atom<{ reason: WireError | 'over'; at: number } | null>(null)

interface Line {
  transcript: Transcript
  microphone?: MediaStream
  peer?: Peer
  timer?: number
}

/** The line of the running call; work for an earlier one is void. */
const lineAtom = atom<Line | null>(null)

/** Calls the model of the settings. Resolves once it listens or the call has failed. */
export async function startCall({ earlier, onSaid }: CallOptions): Promise<void> {
  if (store.get(callAtom)) return
  let speaker: ModelReference | undefined
  const transcript = createTranscript((said) => speaker && onSaid(said, speaker))
  const line: Line = { transcript }
  const isMine = (): boolean => store.get(lineAtom) === line
  store.set(lineAtom, line)
  store.set(callEndAtom, null)
  store.set(callAtom, { state: 'connecting', isMuted: false })
  try {
    const microphone = await openStream(
      store.get(preferencesAtom)?.speech.microphone ?? null,
      'conversation',
    )
    if (!isMine()) return stop(microphone)
    line.microphone = microphone
    mute(store.get(callAtom)?.isMuted === true)
    microphone.getAudioTracks()[0]?.addEventListener('ended', () => {
      if (isMine()) failCall(new AppError('microphoneLost', 'The microphone is gone'))
    })
    const peer = await openPeer({
      microphone,
      async exchange(offer) {
        const { answer, model } = await api.realtime.call({ offer })
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
        if (isMine()) failCall(new AppError('streamBroken', 'The call has broken off'))
      },
    })
    if (!isMine()) return peer.close()
    line.peer = peer
    line.timer = window.setTimeout(() => endWith('over'), longestMilliseconds)
    for (const said of await earlier) peer.send(itemOf(said))
    if (isMine()) change({ state: 'listening' })
  } catch (error) {
    if (isMine()) failCall(error)
  }
}

/** Ends the call: closes the microphone at once, and still records the last words. */
export function endCall(): void {
  const ended = store.get(lineAtom)
  store.set(lineAtom, null)
  store.set(callAtom, null)
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
export function muteCall(isMuted: boolean): void {
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
      if (event.status === 'failed') return failCall(errorOf(event))
      return settle('thinking')
    case 'error':
      if (event.errorCode === 'session_expired') return endWith('over')
      // Other errors concern one event, and the call goes on.
      return console.error('The service refused an event', event.errorCode, event.errorMessage)
  }
}

/** Returns to listening, unless something else has begun. */
function settle(from: CallState): void {
  if (store.get(callAtom)?.state === from) change({ state: 'listening' })
}

function errorOf({ errorCode, errorMessage }: ServerEvent): AppError {
  const code = /quota/.test(errorCode)
    ? 'quotaExhausted'
    : /rate_limit/.test(errorCode)
      ? 'rateLimited'
      : 'serverError'
  const answer = errorMessage.slice(0, 2000)
  return new AppError(code, 'The service could not answer', answer === '' ? {} : { answer })
}

/** Returns an earlier message in the service's format. */
function itemOf({ role, text }: Said): object {
  const content = [{ type: role === 'user' ? 'input_text' : 'output_text', text }]
  return { type: 'conversation.item.create', item: { type: 'message', role, content } }
}

function change(patch: Partial<Call>): void {
  store.set(callAtom, (call) => call && { ...call, ...patch })
}

function failCall(error: unknown): void {
  console.error('The call has ended', error)
  endWith(toWire(error))
}

function endWith(reason: WireError | 'over'): void {
  endCall()
  store.set(callEndAtom, { reason, at: Date.now() })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
