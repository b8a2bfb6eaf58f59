import { atom } from 'jotai'
import { isListening, recordingOf } from '../../shared/speech/dictationState.ts'
import type { DictationState } from '../../shared/speech/dictation.ts'
import { toWire } from '../../shared/errors.ts'
import type { Api } from '../core/bridge.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { record } from '../speech/recorder/recorder.ts'
import type { RunningRecording } from '../speech/recorder/recorder.ts'
import { createTones } from './tones.ts'

export const dictationAtom = atom<DictationState | undefined>(undefined)
/** The loudness, from 0 to 1. */
export const levelAtom = atom(0)
/** The text transcribed while the user speaks. */
export const partialTextAtom = atom('')
/** Whether the microphone has delivered no sound at all. */
export const silentAtom = atom(false)

/** Records when main asks for it: main hears the hotkeys, and this page holds the microphone. */
export async function followDictation(api: Api): Promise<void> {
  /** The recording that this page fills, or has filled. */
  let recordingId: string | null = null
  /** Resolves to the recording once the microphone is open; undefined while none is. */
  let recording: Promise<RunningRecording | undefined> | undefined
  let cancelled = new AbortController()
  const playTone = createTones()

  async function open(
    id: string,
    { signal }: AbortController,
  ): Promise<RunningRecording | undefined> {
    try {
      const { speech } = store.get(preferencesAtom) ?? (await api.settings.get({}))
      const running = await record(id, speech.microphone, {
        onLevel: (level) => store.set(levelAtom, level),
        // The recorded part stays and is transcribed.
        onLost: () => lose(id),
        onHopeless: () => finish(id),
      })
      if (signal.aborted) {
        await running.stop()
        return undefined
      }
      await api.dictation.opened({ recordingId: id })
      return running
    } catch (error) {
      if (!signal.aborted) await breakOff(id, error)
      return undefined
    }
  }

  async function breakOff(id: string, error: unknown): Promise<void> {
    await api.dictation.broke({ recordingId: id, error: toWire(error) })
  }

  function begin(id: string): void {
    store.set(partialTextAtom, '')
    store.set(levelAtom, 0)
    if (isSounding()) playTone('start')
    cancelled = new AbortController()
    recordingId = id
    recording = open(id, cancelled)
  }

  function lose(id: string): void {
    const losing = recordingId === id ? recording : undefined
    finish(id)
    losing?.then((running) => running && api.dictation.lost({ recordingId: id })).catch(reportError)
  }

  function finish(id: string): void {
    const finishing = recordingId === id ? recording : undefined
    if (!finishing) return
    recording = undefined
    if (isSounding()) playTone('stop')
    finishing
      .then((running) => {
        store.set(silentAtom, running?.isSilent() ?? false)
        return running?.finish()
      })
      .catch((error: unknown) => breakOff(id, error))
      .catch(reportError)
  }

  function cancel(): void {
    cancelled.abort()
    const cancelling = recording
    recording = undefined
    cancelling?.then((running) => running?.stop()).catch(reportError)
  }

  function obey(dictation: DictationState): void {
    store.set(dictationAtom, dictation)
    const id = recordingOf(dictation)
    if (id !== null && isListening(dictation)) {
      if (id !== recordingId) begin(id)
    } else if (id !== null && dictation.state === 'transcribing') finish(id)
    else cancel()
  }

  api.dictation.changed(obey)
  api.speech.recordingChanged(({ id, text }) => {
    if (id === recordingId) store.set(partialTextAtom, text)
  })
  obey(await api.dictation.state({}))
}

function isSounding(): boolean {
  return store.get(preferencesAtom)?.dictation.sounds ?? false
}
