import { atom } from 'jotai'
import { AppError } from '../../../shared/errors.ts'
import { store } from '../../core/store.ts'
import { attempt } from './attempt.ts'

/** The id of the recording that plays. */
export const playedIdAtom = atom<string | null>(null)

let player: HTMLAudioElement | undefined

/** Plays a recording and stops any other, or stops this one. */
export function togglePlaying(id: string): void {
  const isPlaying = store.get(playedIdAtom) === id
  stopPlaying()
  if (isPlaying) return
  const audio = new Audio(`/recordings/${id}`)
  player = audio
  store.set(playedIdAtom, id)
  audio.addEventListener('ended', stopPlaying)
  attempt(audio.play().catch((error: unknown) => failPlaying(audio, error)))
}

/** Reports a failure, unless another recording has replaced this one before it began. */
function failPlaying(audio: HTMLAudioElement, error: unknown): void {
  if (player !== audio) return
  stopPlaying()
  throw new AppError('recordingMissing', 'The recording can’t be played', {}, error)
}

export function stopPlaying(): void {
  player?.removeEventListener('ended', stopPlaying)
  player?.pause()
  player = undefined
  store.set(playedIdAtom, null)
}
