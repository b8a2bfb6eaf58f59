import { atom } from 'jotai'
import { toWire, type WireError } from '../../shared/errors.ts'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'

/** The trainings, the newest first; undefined until main's first answer. */
export const trainingsAtom = atom<readonly Training[] | undefined>(undefined)
/** The error and time of the last failed request for them. */
export const trainingsFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)
/** The training that is open; undefined for the list. */
export const openTrainingAtom = atom<string | undefined>(undefined)

let isFollowing = false

/** Loads the trainings, and keeps them up to date from the first call on. */
export async function loadTrainings(): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    api.fineTuning.changed((changed) => changed.forEach(putTraining))
    api.fineTuning.removed(({ id }) => takeTraining(id))
  }
  try {
    store.set(trainingsAtom, await api.fineTuning.list({}))
    store.set(trainingsFailureAtom, undefined)
  } catch (error) {
    store.set(trainingsFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(trainingsAtom, (known) => known ?? [])
  }
}

/** Shows a training's new state. */
export function putTraining(training: Training): void {
  store.set(trainingsAtom, (known = []) =>
    known.some(({ id }) => id === training.id)
      ? known.map((one) => (one.id === training.id ? training : one))
      : [training, ...known],
  )
}

/** Shows a new training, and opens it. */
export function openTraining(training: Training): void {
  putTraining(training)
  store.set(openTrainingAtom, training.id)
}

function takeTraining(id: string): void {
  store.set(trainingsAtom, (known) => known?.filter((training) => training.id !== id))
  store.set(openTrainingAtom, (open) => (open === id ? undefined : open))
}
