import { atom } from 'jotai'
import { AppError } from '../../../shared/errors.ts'
import { store } from '../../core/store.ts'
import { attempt } from '../../core/failures.ts'

interface Played {
  id: string
  stop: () => void
}

const playedAtom = atom<Played | null>(null)
/** The id of the recording that plays. */
export const playedIdAtom = atom((get) => get(playedAtom)?.id ?? null)

/** Plays a recording and stops any other, or stops this one. */
export function togglePlaying(id: string): void {
  const isPlaying = store.get(playedIdAtom) === id
  stopPlaying()
  if (!isPlaying) attempt(play(id))
}

/** Reports a failure, unless another recording has replaced this one before it began. */
async function play(id: string): Promise<void> {
  const audio = new Audio(`/recordings/${id}`)
  const played: Played = {
    id,
    stop: () => {
      audio.removeEventListener('ended', stopPlaying)
      audio.pause()
    },
  }
  store.set(playedAtom, played)
  audio.addEventListener('ended', stopPlaying)
  try {
    await audio.play()
  } catch (error) {
    if (store.get(playedAtom) !== played) return
    stopPlaying()
    throw new AppError('recordingMissing', 'The recording can’t be played', {}, error)
  }
}

export function stopPlaying(): void {
  store.get(playedAtom)?.stop()
  store.set(playedAtom, null)
}
