import i18next from 'i18next'
import { atom } from 'jotai'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import { openToast } from '../../ui/layers/Toast.tsx'

const undoMilliseconds = 10_000

/** The sources that go as soon as the user can no longer undo it; no list shows them. */
export const removingSourcesAtom = atom<ReadonlySet<string>>(new Set<string>())

/**
 * Hides a source at once and removes it after ten seconds, in which the user can undo this. If the
 * page ends before, it is removed then.
 */
export function removeSource({ id, baseId, name }: Source): void {
  const leave = (): void => {
    clearTimeout(timer)
    removeEventListener('pagehide', finish)
    hide()
  }
  const finish = (): void => {
    leave()
    const removed = api.knowledge.removeSources({ baseId, sourceIds: [id] })
    attempt(removed.finally(() => setRemoving(id, false)))
  }
  const undo = (): void => {
    leave()
    setRemoving(id, false)
  }
  setRemoving(id, true)
  const hide = openToast(i18next.t('knowledge.removed', { name }), {
    milliseconds: undoMilliseconds,
    action: { label: i18next.t('knowledge.undo'), run: undo },
  })
  const timer = setTimeout(finish, undoMilliseconds)
  addEventListener('pagehide', finish)
}

function setRemoving(sourceId: string, on: boolean): void {
  store.set(removingSourcesAtom, (known) => {
    const next = new Set(known)
    if (on) next.add(sourceId)
    else next.delete(sourceId)
    return next
  })
}
