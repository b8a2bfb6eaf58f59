import { atom } from 'jotai'
import type { Training } from '../../shared/fineTuning/fineTuning.ts'
import { api } from '../core/bridge.ts'
import { createRecordList } from '../core/records/createRecordList.ts'
import { store } from '../core/store.ts'

/** The trainings, the newest first. */
export const trainings = createRecordList<Training>(
  {
    list: api.fineTuning.list,
    changed: api.fineTuning.changed,
    removed: api.fineTuning.removed,
  },
  'start',
)
/** The training that is open; undefined for the list. */
export const openTrainingAtom = atom<string | undefined>(undefined)

/** Shows a new training, and opens it. */
export function openTraining(training: Training): void {
  trainings.put(training)
  store.set(openTrainingAtom, training.id)
}
