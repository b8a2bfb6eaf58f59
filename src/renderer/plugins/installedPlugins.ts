import { atom } from 'jotai'
import type { WireError } from '../../shared/errors.ts'
import { toWire } from '../../shared/errors.ts'
import type { InstalledPlugin } from '../../shared/plugins/plugins.ts'
import { api } from '../core/bridge.ts'
import { store } from '../core/store.ts'
import { pendingRemovals, setPending } from './pendingRemovals.ts'

/** The installed plugins, the newest last; undefined until main's first answer. */
export const installedPluginsAtom = atom<readonly InstalledPlugin[] | undefined>(undefined)
/** The error and time of the last failed request for them. */
export const pluginsFailureAtom = atom<{ error: WireError; at: number } | undefined>(undefined)

let following = false

/** Loads the installed plugins, and keeps them up to date from the first call on. */
export async function loadPlugins(): Promise<void> {
  if (!following) {
    following = true
    api.plugins.changed((changed) => changed.forEach(putPlugin))
    api.plugins.removed(({ id }) => takePlugin(id))
    await Promise.all(pendingRemovals().map(finishRemoval))
  }
  try {
    store.set(installedPluginsAtom, await api.plugins.list({}))
    store.set(pluginsFailureAtom, undefined)
  } catch (error) {
    store.set(pluginsFailureAtom, { error: toWire(error), at: Date.now() })
    store.set(installedPluginsAtom, (known) => known ?? [])
  }
}

/** Removes a plugin that the user removed just before the page ended. */
async function finishRemoval(id: string): Promise<void> {
  try {
    await api.plugins.remove({ id })
    setPending(id, false)
  } catch (error) {
    const { code } = toWire(error)
    // Another failure, such as a locked database, is tried again at the next start.
    if (code === 'pluginNotFound') setPending(id, false)
  }
}

/** Shows a plugin's new state: main's event follows, and until then the old one would show. */
export function putPlugin(plugin: InstalledPlugin): void {
  store.set(installedPluginsAtom, (known = []) =>
    known.some(({ id }) => id === plugin.id)
      ? known.map((one) => (one.id === plugin.id ? plugin : one))
      : [...known, plugin],
  )
}

export function takePlugin(pluginId: string): void {
  store.set(installedPluginsAtom, (known) => known?.filter(({ id }) => id !== pluginId))
}

/** Returns the plugin's name for the user; of one that is gone, its id. */
export function pluginName(plugins: readonly InstalledPlugin[], pluginId: string): string {
  return plugins.find(({ id }) => id === pluginId)?.sheet.title ?? pluginId
}
