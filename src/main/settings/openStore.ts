import ElectronStore from 'electron-store'
import type { SettingsWriter } from './settingsStore.ts'

/** Opens the settings file with electron-store, which replaces the whole file atomically. */
export function openStore(folder: string): SettingsWriter {
  const store = new ElectronStore({
    cwd: folder,
    name: 'settings',
    // Headers from an earlier version may contain a token until the keychain holds them.
    configFileMode: 0o600,
  })
  return {
    write: (fields) => {
      store.store = fields
    },
  }
}
