import type { UpdateState } from '../../shared/updates.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'

export interface Announcement {
  settings: Pick<SettingsStore, 'get' | 'update'>
  /** Tells whether the user is looking at Parley's window. */
  isFocused: () => boolean
  /** Shows the system's notification of a version that is ready. */
  notify: (version: string) => void
}

/**
 * Notifies the user of a version that is ready: once per version, also across restarts, and never
 * while the window is focused or the updates are not automatic.
 */
export function announceUpdate(
  { phase, version }: Pick<UpdateState, 'phase' | 'version'>,
  { settings, isFocused, notify }: Announcement,
): void {
  const { updates, updateMemory } = settings.get()
  if (phase !== 'ready' || version === null || version === updateMemory.announced) return
  if (!updates.automatic || isFocused()) return
  // Before the notification: on a full disk it would come at each start.
  settings.update({ updateMemory: { ...updateMemory, announced: version } })
  notify(version)
}
