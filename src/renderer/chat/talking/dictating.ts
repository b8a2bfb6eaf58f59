import { atom } from 'jotai'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Recording } from '../../../shared/speech.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { startRecording } from '../../speech/recorder/recorder.ts'
import type { OwnRecording } from '../../speech/recorder/recorder.ts'
import { stopReading } from '../../voices/reading.ts'
import { focusComposer } from '../composer/composing.ts'
import { rememberDictated } from './dictatedDraft.ts'
import { attempt } from '../../core/failures.ts'
import { insertInComposer } from '../composer/insertInComposer.ts'

/** The state of dictation into the composer; null while there is none. */
export type Dictating =
  | { state: 'starting' }
  | { state: 'listening'; startedAt: number; text: string }
  | { state: 'transcribing'; text: string }
  /** The recording is kept if it has an id. */
  | { state: 'failed'; error: WireError; at: number; recordingId: string | null }

export const dictatingAtom = atom<Dictating | null>(null)
/** The loudness, from 0 to 1. */
export const dictationLevelAtom = atom(0)

/** One dictation into the composer. */
interface Take {
  /** Set while the microphone is open, and while the text is on its way. */
  recording: OwnRecording | undefined
  /** Whether the microphone has been lost. */
  isLost: boolean
}

/** The latest dictation; null after a cancel. Work for an earlier one is void. */
const takeAtom = atom<Take | null>(null)

/** Tells whether the microphone is open for dictation, or its text on its way. */
export function isDictating(): boolean {
  const dictating = store.get(dictatingAtom)
  return dictating !== null && dictating.state !== 'failed'
}

/** Starts to listen and stops reading aloud. */
export async function startDictating(): Promise<void> {
  const state = store.get(dictatingAtom)?.state
  if (state === 'starting' || state === 'listening') return
  stopReading()
  const take = beginTake()
  store.set(dictatingAtom, { state: 'starting' })
  try {
    const microphone = store.get(preferencesAtom)?.speech.microphone ?? null
    const started = await startRecording(
      { purpose: 'composer', microphone },
      {
        onLevel: (level) => store.set(dictationLevelAtom, level),
        onLost: () => {
          take.isLost = true
          void finishDictating()
        },
        onHopeless: () => void finishDictating(),
      },
    )
    if (!isCurrent(take)) {
      await started.cancel()
      return
    }
    take.recording = started
    store.set(dictatingAtom, { state: 'listening', startedAt: Date.now(), text: '' })
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
export async function finishDictating(): Promise<void> {
  const take = store.get(takeAtom)
  const recording = take?.recording
  const before = store.get(dictatingAtom)
  if (!recording || before?.state !== 'listening') return
  store.set(dictatingAtom, { state: 'transcribing', text: before.text })
  try {
    const done = await recording.finish()
    if (!isCurrent(take)) return
    if (done.error) {
      store.set(dictatingAtom, failed(done.error, recording.id))
      return
    }
    insertDictated(done)
    if (take.isLost) fail(new AppError('microphoneLost', 'The microphone is gone'), null)
    else if (done.text !== '') store.set(dictatingAtom, null)
    else fail(unheard(recording), null)
  } catch (error) {
    if (isCurrent(take)) fail(error, recording.id)
  } finally {
    take.recording = undefined
  }
}

/** Stops dictation and drops its recording. */
export async function cancelDictating(): Promise<void> {
  const recording = store.get(takeAtom)?.recording
  store.set(takeAtom, null)
  store.set(dictatingAtom, null)
  focusComposer()
  await recording?.cancel()
}

/** Transcribes a failed recording again. */
export async function retryDictation(recordingId: string): Promise<void> {
  const take = beginTake()
  store.set(dictatingAtom, { state: 'transcribing', text: '' })
  try {
    const done = await api.speech.transcribe({ id: recordingId })
    if (!isCurrent(take)) return
    if (done.error) {
      store.set(dictatingAtom, failed(done.error, recordingId))
      return
    }
    insertDictated(done)
    if (done.text !== '') store.set(dictatingAtom, null)
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

function insertDictated({ text, language }: Recording): void {
  insertInComposer(text)
  if (text !== '') rememberDictated(language)
}

export function toggleDictating(): void {
  const state = store.get(dictatingAtom)?.state
  if (state === 'listening') void finishDictating()
  else if (state === 'starting') attempt(cancelDictating())
  else if (state !== 'transcribing') void startDictating()
}

function fail(error: unknown, recordingId: string | null): void {
  console.error('Dictation has failed', error)
  store.set(dictatingAtom, failed(toWire(error), recordingId))
}

function failed(error: WireError, recordingId: string | null): Dictating {
  return { state: 'failed', error, at: Date.now(), recordingId }
}

/**
 * Shows the text while the user speaks, and ends dictation at Escape, wherever the focus is.
 * Returns a function that ends this.
 */
export function followDictation(): () => void {
  const unfollow = api.speech.recordingChanged(({ id, text }) => {
    if (id !== store.get(takeAtom)?.recording?.id) return
    store.set(dictatingAtom, (dictating) =>
      dictating && 'text' in dictating ? { ...dictating, text } : dictating,
    )
  })
  window.addEventListener('keydown', cancelOnEscape, { capture: true })
  return () => {
    unfollow()
    window.removeEventListener('keydown', cancelOnEscape, { capture: true })
  }
}

function cancelOnEscape(event: KeyboardEvent): void {
  const state = store.get(dictatingAtom)?.state
  if (event.key !== 'Escape' || event.isComposing || !state || state === 'failed') return
  // Escape also stops an answer and closes what is open: one press does one thing.
  event.preventDefault()
  event.stopPropagation()
  attempt(cancelDictating())
}
