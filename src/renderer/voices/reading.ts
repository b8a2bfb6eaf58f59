import { atom } from 'jotai'
import i18next from 'i18next'
import { toWire } from '../../shared/errors.ts'
import { errorText } from '../core/errorText.ts'
import { lazyModule } from '../core/lazyModule.ts'
import { store } from '../core/store.ts'
import { showErrorToast } from '../ui/layers/Toast.tsx'
import type { Reader } from './createReader.ts'
import type { ReadableText } from './readableText.ts'

export interface Reading {
  id: string
  state: 'waiting' | 'speaking' | 'paused'
}

/** The text that is being read aloud. */
export const readingAtom = atom<Reading | null>(null)
/** The reader; null while it loads and while nothing is read. */
export const readerAtom = atom<Reader | null>(null)

/** The source of the latest start; null after a stop. Work for an earlier one is void. */
const sourceAtom = atom<ReadableText | null>(null)
const audioAtom = atom<AudioContext | null>(null)

const readerModule = lazyModule(() => import('./createReader.ts'))

/** Reads a text from its beginning, sentence by sentence as they are completed. */
export function startReading(source: ReadableText): void {
  stopReading()
  const audio = store.get(audioAtom) ?? new AudioContext()
  store.set(audioAtom, audio)
  void audio.resume()
  store.set(sourceAtom, source)
  store.set(readingAtom, { id: source.id, state: 'waiting' })
  const isMine = (): boolean => store.get(sourceAtom) === source
  const fail = (error: unknown): void => {
    if (!isMine()) return
    console.error('Reading aloud has failed', error)
    if (source.onFailed) source.onFailed(error)
    else showErrorToast(errorText(i18next.t, toWire(error)).sentence)
    stopReading()
  }
  readerModule()
    .then(({ createReader }) => {
      if (!isMine()) return
      const reader = createReader(source, audio, {
        onSpeaking: () => isMine() && setState('speaking'),
        onEnd: () => isMine() && stopReading(),
        onRewritten: () => isMine() && startReading(source),
        onError: fail,
      })
      store.set(readerAtom, reader)
      reader.start()
    })
    .catch(fail)
}

export function stopReading(): void {
  store.get(readerAtom)?.stop()
  store.set(sourceAtom, null)
  store.set(readerAtom, null)
  store.set(readingAtom, null)
}

export function togglePause(): void {
  const reading = store.get(readingAtom)
  const reader = store.get(readerAtom)
  if (!reading || !reader) return
  if (reading.state === 'paused') reader.resume()
  else reader.pause()
  setState(reading.state === 'paused' ? 'speaking' : 'paused')
}

/** Goes on with the next sentence, or an earlier one. */
export function moveReading(by: number): void {
  store.get(readerAtom)?.move(by)
}

function setState(state: Reading['state']): void {
  store.set(readingAtom, (reading) => reading && { ...reading, state })
}
