import { atom } from 'jotai'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startRecording } from '../../speech/recorder/recorder.ts'
import type { OwnRecording } from '../../speech/recorder/recorder.ts'
import { stopReading } from '../../voices/reading.ts'
import { focusComposer } from '../composer/composing.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { rememberSpoken } from './learnFromSent.ts'
import { attempt } from '../../core/failures.ts'
import { insertInComposer } from '../composer/insertInComposer.ts'

/** The state of voice input; null while there is none. */
export type VoiceInput =
  | { state: 'starting' }
  | { state: 'listening'; startedAt: number; text: string }
  | { state: 'transcribing'; text: string }
  | VoiceInputFailure

export interface VoiceInputFailure {
  state: 'failed'
  error: WireError
  at: number
  /** The kept recording; null if there is none. */
  recordingId: string | null
  /** The chat that it failed in; null for a new one. */
  conversationId: string | null
}

export const voiceInputAtom = atom<VoiceInput | null>(null)
/** The loudness, from 0 to 1. */
export const voiceInputLevelAtom = atom(0)

/** One time of voice input. */
interface Take {
  /** Set while the microphone is open, and while the text is on its way. */
  recording: OwnRecording | undefined
  /** Whether the microphone has been lost. */
  isLost: boolean
}

/** The latest take; null after a cancel. Work for an earlier one is void. */
const takeAtom = atom<Take | null>(null)

/** Tells whether the microphone is open for voice input, or its text on its way. */
export function isVoiceInputOn(): boolean {
  const input = store.get(voiceInputAtom)
  return input !== null && input.state !== 'failed'
}

/** Starts to listen and stops reading aloud. */
export async function startVoiceInput(): Promise<void> {
  const state = store.get(voiceInputAtom)?.state
  if (state === 'starting' || state === 'listening') return
  stopReading()
  const take = beginTake()
  store.set(voiceInputAtom, { state: 'starting' })
  try {
    const microphone = store.get(preferencesAtom)?.speech.microphone ?? null
    const started = await startRecording(
      { purpose: 'voiceInput', microphone },
      {
        onLevel: (level) => store.set(voiceInputLevelAtom, level),
        onLost: () => {
          take.isLost = true
          void finishVoiceInput()
        },
        onHopeless: () => void finishVoiceInput(),
      },
    )
    if (!isCurrent(take)) {
      await started.cancel()
      return
    }
    take.recording = started
    store.set(voiceInputAtom, { state: 'listening', startedAt: Date.now(), text: '' })
  } catch (error) {
    if (isCurrent(take)) fail(error, null)
  }
}

function beginTake(): Take {
  const take: Take = { recording: undefined, isLost: false }
  store.set(takeAtom, take)
  return take
}

function isCurrent(take: Take): boolean {
  return store.get(takeAtom) === take
}

/** Stops listening and inserts the text into the composer. */
export async function finishVoiceInput(): Promise<void> {
  const take = store.get(takeAtom)
  const recording = take?.recording
  const before = store.get(voiceInputAtom)
  if (!recording || before?.state !== 'listening') return
  store.set(voiceInputAtom, { state: 'transcribing', text: before.text })
  try {
    const done = await recording.finish()
    if (!isCurrent(take)) return
    if (done.error) {
      store.set(voiceInputAtom, failed(done.error, recording.id))
      return
    }
    insertSpoken(done)
    if (take.isLost) fail(new AppError('microphoneLost', 'The microphone is gone'), null)
    else if (done.text !== '') store.set(voiceInputAtom, null)
    else fail(unheard(recording), null)
  } catch (error) {
    if (isCurrent(take)) fail(error, recording.id)
  } finally {
    take.recording = undefined
  }
}

/** Stops voice input and drops its recording. */
export async function cancelVoiceInput(): Promise<void> {
  const recording = store.get(takeAtom)?.recording
  store.set(takeAtom, null)
  store.set(voiceInputAtom, null)
  focusComposer()
  await recording?.cancel()
}

/** Transcribes a failed recording again. */
export async function retryVoiceInput(recordingId: string): Promise<void> {
  const take = beginTake()
  store.set(voiceInputAtom, { state: 'transcribing', text: '' })
  try {
    const done = await api.speech.transcribe({ id: recordingId })
    if (!isCurrent(take)) return
    if (done.error) {
      store.set(voiceInputAtom, failed(done.error, recordingId))
      return
    }
    insertSpoken(done)
    if (done.text !== '') store.set(voiceInputAtom, null)
    else fail(new AppError('speechUnheard', 'No words were heard'), null)
  } catch (error) {
    if (isCurrent(take)) fail(error, recordingId)
  }
}

/** Returns why there is no text although nothing failed. */
function unheard({ isSilent }: OwnRecording): AppError {
  return isSilent()
    ? new AppError('microphoneSilent', 'The microphone gave no sound')
    : new AppError('speechUnheard', 'No words were heard')
}

function insertSpoken({ text, language }: Recording): void {
  insertInComposer(text)
  if (text !== '') rememberSpoken(language)
}

export function toggleVoiceInput(): void {
  const state = store.get(voiceInputAtom)?.state
  if (state === 'listening') void finishVoiceInput()
  else if (state === 'starting') attempt(cancelVoiceInput())
  else if (state !== 'transcribing') void startVoiceInput()
}

function fail(error: unknown, recordingId: string | null): void {
  console.error('Voice input has failed', error)
  store.set(voiceInputAtom, failed(toWire(error), recordingId))
}

function failed(error: WireError, recordingId: string | null): VoiceInputFailure {
  const conversationId = store.get(currentIdAtom)
  return { state: 'failed', error, at: Date.now(), recordingId, conversationId }
}

/**
 * Shows the text while the user speaks, and ends voice input at Escape, wherever the focus is.
 * Returns a function that ends this.
 */
export function followVoiceInput(): () => void {
  const unfollow = api.speech.recordingChanged(({ id, text }) => {
    if (id !== store.get(takeAtom)?.recording?.id) return
    store.set(voiceInputAtom, (input) => (input && 'text' in input ? { ...input, text } : input))
  })
  window.addEventListener('keydown', cancelOnEscape, { capture: true })
  return () => {
    unfollow()
    window.removeEventListener('keydown', cancelOnEscape, { capture: true })
  }
}

function cancelOnEscape(event: KeyboardEvent): void {
  const state = store.get(voiceInputAtom)?.state
  if (event.key !== 'Escape' || event.isComposing || !state || state === 'failed') return
  // Escape also stops an answer and closes what is open: one press does one thing.
  event.preventDefault()
  event.stopPropagation()
  attempt(cancelVoiceInput())
}
