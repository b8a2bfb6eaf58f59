import { atom } from 'jotai'
import type { Batch } from '../../shared/batches/batches.ts'
import { toWire, type WireError } from '../../shared/errors.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'

/** The tables, the newest first; undefined until main's first answer. */
export const batchesAtom = atom<readonly Batch[] | undefined>(undefined)
/** The error and time of the last failed request for them. */
export const batchesFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)
/** The table that is open; undefined for the list. */
export const openBatchAtom = atom<string | undefined>(undefined)

let isFollowing = false

/** Loads the tables, and keeps them up to date from the first call on. */
export async function loadBatches(): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    api.batches.changed((changed) => changed.forEach(putBatch))
    api.batches.removed(({ id }) => takeBatch(id))
  }
  try {
    store.set(batchesAtom, await api.batches.list({}))
    store.set(batchesFailureAtom, undefined)
  } catch (error) {
    store.set(batchesFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(batchesAtom, (known) => known ?? [])
  }
}

/** Shows a table's new state. */
export function putBatch(batch: Batch): void {
  store.set(batchesAtom, (known = []) =>
    known.some(({ id }) => id === batch.id)
      ? known.map((one) => (one.id === batch.id ? batch : one))
      : [batch, ...known],
  )
}

/** Shows a draft with what the user has typed for it, which main keeps. */
export function putPrompts(
  id: string,
  prompts: Pick<Batch, 'model' | 'system' | 'prompt' | 'answerShape'>,
): void {
  store.set(batchesAtom, (known) =>
    known?.map((batch) => (batch.id === id ? { ...batch, ...prompts } : batch)),
  )
}

function takeBatch(id: string): void {
  store.set(batchesAtom, (known) => known?.filter((batch) => batch.id !== id))
  store.set(openBatchAtom, (open) => (open === id ? undefined : open))
}
