import i18next from 'i18next'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import { showToast } from '../../ui/layers/Toast.tsx'
import { nothingSelected, selectionAtom } from './selection.ts'

/** So many a call; more would be refused. */
const idsPerCall = 1000

/** Outputs moved to the bin since Parley started, the latest last. */
let removals: (readonly string[])[] = []
const maxRemovals = 100

/** Moves outputs to the bin, and offers to undo that. */
export function removeOutputs(ids: readonly string[]): void {
  store.set(selectionAtom, nothingSelected)
  removals = [...removals, ids].slice(-maxRemovals)
  const removed = inCalls(ids, (some) => api.media.remove({ ids: some }))
  attempt(
    removed.then(() =>
      showToast(i18next.t('media.gallery.removed', { count: ids.length }), {
        milliseconds: 10_000,
        // The actions and filters of the gallery are at the top, which the toast would cover.
        edge: 'bottom',
        action: { label: i18next.t('media.mask.undo'), run: () => restoreOutputs(ids) },
      }),
    ),
  )
}

/** Takes what was moved to the bin last out of it. Returns whether there was something. */
export function undoRemoval(): boolean {
  const latest = removals.at(-1)
  if (latest) restoreOutputs(latest)
  return latest !== undefined
}

export function restoreOutputs(ids: readonly string[]): void {
  store.set(selectionAtom, nothingSelected)
  const back = new Set(ids)
  removals = removals.flatMap((removed) => {
    const left = removed.filter((id) => !back.has(id))
    return left.length > 0 ? [left] : []
  })
  attempt(inCalls(ids, (some) => api.media.restore({ ids: some })))
}

/** Deletes outputs of the bin for good. */
export function eraseOutputs(ids: readonly string[]): void {
  store.set(selectionAtom, nothingSelected)
  const gone = new Set(ids)
  removals = removals.map((removed) => removed.filter((id) => !gone.has(id)))
  removals = removals.filter((removed) => removed.length > 0)
  attempt(inCalls(ids, (some) => api.media.erase({ ids: some })))
}

export function setFavourite(ids: readonly string[], favourite: boolean): void {
  attempt(inCalls(ids, (some) => api.media.favourite({ ids: some, favourite })))
}

async function inCalls(
  ids: readonly string[],
  call: (some: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerCall) {
    await call(ids.slice(start, start + idsPerCall))
  }
}
