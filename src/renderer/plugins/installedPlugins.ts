import { toWire } from '../../shared/errors.ts'
import type { InstalledPlugin } from '../../shared/plugins/plugins.ts'
import { api } from '../core/bridge.ts'
import { createRecordList } from '../core/records/createRecordList.ts'
import { pendingRemovals, setPending } from './pendingRemovals.ts'

const installed = createRecordList<InstalledPlugin>(
  {
    list: api.plugins.list,
    changed: api.plugins.changed,
    removed: api.plugins.removed,
  },
  'end',
)

/** The installed plugins, the newest last; undefined until main's first answer. */
export const installedPluginsAtom = installed.recordsAtom
/** The error and time of the last failed request for them. */
export const pluginsFailureAtom = installed.failureAtom
/** Shows a plugin's new state: main's event follows, and until then the old one would show. */
export const putPlugin = installed.put
export const takePlugin = installed.take

let hasFinishedRemovals = false

/** Loads the installed plugins, and keeps them up to date from the first call on. */
export async function loadPlugins(): Promise<void> {
  if (!hasFinishedRemovals) {
    hasFinishedRemovals = true
    await Promise.all(pendingRemovals().map(finishRemoval))
  }
  await installed.load()
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

/** Returns the plugin's name for the user; of one that is gone, its id. */
export function pluginName(plugins: readonly InstalledPlugin[], pluginId: string): string {
  return plugins.find(({ id }) => id === pluginId)?.sheet.title ?? pluginId
}
