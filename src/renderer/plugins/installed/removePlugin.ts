import i18next from 'i18next'
import { atom } from 'jotai'
import type { InstalledPlugin } from '../../../shared/plugins/plugins.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import { openToast } from '../../ui/layers/Toast.tsx'
import { visibleText } from '../../ui/visibleText.ts'
import { putPlugin, takePlugin } from '../installedPlugins.ts'
import { setPending } from '../pendingRemovals.ts'

const undoMilliseconds = 10_000

/** The plugins that go as soon as the user can no longer undo it; no list shows them. */
export const removingAtom = atom<ReadonlySet<string>>(new Set<string>())

/**
 * Turns a plugin off at once, which ends its calls, and removes it with all that it kept after ten
 * seconds, in which the user can undo this. If the page ends before, its next start removes it.
 */
export async function removePlugin({ id, sheet, enabled }: InstalledPlugin): Promise<void> {
  if (enabled) putPlugin(await api.plugins.setEnabled({ id, enabled: false }))
  setRemoving(id, true)
  const leave = (): void => {
    clearTimeout(timer)
    hide()
  }
  const finish = (): void => {
    leave()
    if (!store.get(removingAtom).has(id)) return
    const removed = api.plugins.remove({ id }).then(() => takePlugin(id))
    attempt(removed.finally(() => setRemoving(id, false)))
  }
  const undo = async (): Promise<void> => {
    leave()
    setRemoving(id, false)
    if (enabled) putPlugin(await api.plugins.setEnabled({ id, enabled: true }))
  }
  const hide = openToast(i18next.t('plugins.remove.done', { name: visibleText(sheet.title) }), {
    milliseconds: undoMilliseconds,
    action: { label: i18next.t('plugins.remove.undo'), run: () => attempt(undo()) },
  })
  const timer = setTimeout(finish, undoMilliseconds)
}

/** Keeps a plugin that was installed again before its removal. */
export function keepPlugin(pluginId: string): void {
  setRemoving(pluginId, false)
}

function setRemoving(pluginId: string, on: boolean): void {
  setPending(pluginId, on)
  store.set(removingAtom, (known) => {
    const next = new Set(known)
    if (on) next.add(pluginId)
    else next.delete(pluginId)
    return next
  })
}
