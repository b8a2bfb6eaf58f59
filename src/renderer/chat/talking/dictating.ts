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

/** The recording whose microphone is open. */
let running: OwnRecording | undefined
/** The recording whose text is on its way. */
let finishing: OwnRecording | undefined
/** Counts starts and cancels; work of an earlier turn is void. */
let turn = 0
/** Whether the running recording has lost its microphone. */
let isLost = false

/** Tells whether the microphone is open for dictation, or its text on its way. */
export function isDictating(): boolean {
  const dictating = store.get(dictatingAtom)
  return dictating !== null && dictating.state !== 'failed'
}

/** Starts to listen and stops reading aloud. */
export async function startDictating(): Promise<void> {
  if (running || store.get(dictatingAtom)?.state === 'starting') return
  stopReading()
  turn += 1
  const mine = turn
  isLost = false
  store.set(dictatingAtom, { state: 'starting' })
  try {
    const microphone = store.get(preferencesAtom)?.speech.microphone ?? null
    const started = await startRecording(
      { purpose: 'composer', microphone },
      {
        onLevel: (level) => store.set(dictationLevelAtom, level),
        onLost: () => {
          isLost = true
          void finishDictating()
        },
        onHopeless: () => void finishDictating(),
      },
    )
    if (mine !== turn) {
      await started.cancel()
      return
    }
    running = started
    store.set(dictatingAtom, { state: 'listening', startedAt: Date.now(), text: '' })
  } catch (error) {
    if (mine === turn) fail(error, null)
  }
}

/** Stops listening and inserts the text into the composer. */
export async function finishDictating(): Promise<void> {
  const recording = running
  if (!recording) return
  running = undefined
  finishing = recording
  const mine = turn
  const before = store.get(dictatingAtom)
  const text = before && 'text' in before ? before.text : ''
  store.set(dictatingAtom, { state: 'transcribing', text })
  try {
    const done = await recording.finish()
    if (mine !== turn) return
    if (done.error) {
      store.set(dictatingAtom, failed(done.error, recording.id))
      return
    }
    insertDictated(done)
    if (isLost) fail(new AppError('microphoneLost', 'The microphone is gone'), null)
    else if (done.text !== '') store.set(dictatingAtom, null)
    else fail(unheard(recording), null)
  } catch (error) {
    if (mine === turn) fail(error, recording.id)
  } finally {
    if (finishing === recording) finishing = undefined
  }
}

/** Stops dictation and drops its recording. */
export async function cancelDictating(): Promise<void> {
  const recording = running ?? finishing
  turn += 1
  running = undefined
  finishing = undefined
  store.set(dictatingAtom, null)
  focusComposer()
  await recording?.cancel()
}

/** Transcribes a failed recording again. */
export async function retryDictation(recordingId: string): Promise<void> {
  const mine = turn
  store.set(dictatingAtom, { state: 'transcribing', text: '' })
  try {
    const done = await api.speech.transcribe({ id: recordingId })
    if (mine !== turn) return
    if (done.error) {
      store.set(dictatingAtom, failed(done.error, recordingId))
      return
    }
    insertDictated(done)
    if (done.text !== '') store.set(dictatingAtom, null)
    else fail(new AppError('speechUnheard', 'No words were heard'), null)
  } catch (error) {
    if (mine === turn) fail(error, recordingId)
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
    if (id !== (running ?? finishing)?.id) return
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
