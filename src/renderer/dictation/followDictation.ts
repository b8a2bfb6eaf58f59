import { atom } from 'jotai'
import type { DictationState } from '../../shared/dictation.ts'
import { toWire } from '../../shared/errors.ts'
import type { Api } from '../core/bridge.ts'
import { preferencesAtom, store } from '../core/store.ts'
import { startRecording } from '../speech/recorder/recorder.ts'
import type { RunningRecording } from '../speech/recorder/recorder.ts'
import { playTone } from './tones.ts'

export const dictationAtom = atom<DictationState | undefined>(undefined)
/** The loudness, from 0 to 1. */
export const levelAtom = atom(0)
/** The text transcribed while the user speaks. */
export const partialTextAtom = atom('')
/** Whether the microphone has delivered no sound at all. */
export const silentAtom = atom(false)

/** Records when main asks for it: main hears the hotkeys, and this page holds the microphone. */
export async function followDictation(api: Api): Promise<void> {
  let recording: Promise<RunningRecording | undefined> | undefined
  let cancelled = new AbortController()

  async function open({ signal }: AbortController): Promise<RunningRecording | undefined> {
    try {
      const { speech } = store.get(preferencesAtom) ?? (await api.settings.get({}))
      const running = await startRecording(
        { purpose: 'dictation', microphone: speech.microphone },
        {
          onLevel: (level) => store.set(levelAtom, level),
          // The recorded part stays and is transcribed.
          onLost: () => lose(),
          onHopeless: () => finish(),
        },
      )
      if (!signal.aborted && (await isAccepted(running))) return running
      await running.cancel()
      return undefined
    } catch (error) {
      if (!signal.aborted) await api.dictation.broke({ error: toWire(error) })
      return undefined
    }
  }

  /**
   * Tells whether main still wants the recording: the user may have cancelled while the microphone
   * opened.
   */
  async function isAccepted({ id: recordingId }: RunningRecording): Promise<boolean> {
    try {
      await api.dictation.began({ recordingId })
      return true
    } catch {
      return false
    }
  }

  function begin(): void {
    store.set(partialTextAtom, '')
    store.set(levelAtom, 0)
    if (isSounding()) playTone('start')
    cancelled = new AbortController()
    recording = open(cancelled)
  }

  function lose(): void {
    const losing = recording
    finish()
    losing
      ?.then((running) => running && api.dictation.lost({ recordingId: running.id }))
      .catch(reportError)
  }

  function finish(): void {
    const finishing = recording
    recording = undefined
    if (!finishing) return
    if (isSounding()) playTone('stop')
    finishing
      .then((running) => {
        store.set(silentAtom, running?.isSilent() ?? false)
        return running?.finish()
      })
      .catch((error: unknown) => api.dictation.broke({ error: toWire(error) }))
      .catch(reportError)
  }

  function cancel(): void {
    cancelled.abort()
    const cancelling = recording
    recording = undefined
    cancelling?.then((running) => running?.cancel()).catch(reportError)
  }

  function obey(state: DictationState): void {
    store.set(dictationAtom, state)
    if (state.state === 'listening') {
      if (!recording) begin()
    } else if (state.state === 'transcribing') finish()
    else cancel()
  }

  api.dictation.changed(obey)
  api.speech.recordingChanged(({ id, text }) => {
    if (id === store.get(dictationAtom)?.recordingId) store.set(partialTextAtom, text)
  })
  obey(await api.dictation.state({}))
}

function isSounding(): boolean {
  return store.get(preferencesAtom)?.dictation.sounds ?? false
}
