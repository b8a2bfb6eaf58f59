import { atom } from 'jotai'
import type { Batch } from '../../shared/batches/batches.ts'
import { api } from '../core/bridge.ts'
import { createRecordList } from '../core/records/createRecordList.ts'
import { store } from '../core/store.ts'

/** The tables, the newest first. */
export const batchList = createRecordList<Batch>(
  {
    list: api.batches.list,
    changed: api.batches.changed,
    removed: api.batches.removed,
  },
  'start',
)
/** The table that is open; undefined for the list. */
export const openBatchAtom = atom<string | undefined>(undefined)

/** Shows a draft with what the user has typed for it, which main keeps. */
export function putPrompts(
  id: string,
  prompts: Pick<Batch, 'model' | 'system' | 'prompt' | 'answerShape'>,
): void {
  store.set(batchList.recordsAtom, (known) =>
    known?.map((batch) => (batch.id === id ? { ...batch, ...prompts } : batch)),
  )
}
