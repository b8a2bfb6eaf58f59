import { parseJson } from '../../shared/json.ts'
import { storeLocally } from '../core/stored/storeLocally.ts'

const key = 'removedPlugins'

/** Returns the plugins that the user removed and that the page, which ended then, did not. */
export function pendingRemovals(): string[] {
  const ids = parseJson(localStorage.getItem(key) ?? '[]')
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : []
}

/** Notes that a plugin is to be removed as soon as the user can no longer undo it. */
export function setPending(pluginId: string, pending: boolean): void {
  const others = pendingRemovals().filter((id) => id !== pluginId)
  storeLocally(key, JSON.stringify(pending ? [...others, pluginId] : others))
}
