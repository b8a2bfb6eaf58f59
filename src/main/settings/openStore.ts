import ElectronStore from 'electron-store'
import type { SettingsWriter } from './settingsStore.ts'

/** The settings file through electron-store, which replaces it whole or not at all. */
export function openStore(folder: string): SettingsWriter {
  const store = new ElectronStore({
    cwd: folder,
    name: 'settings',
    // Headers of an earlier version may hold a token, until they are in the keychain.
    configFileMode: 0o600,
  })
  return {
    write: (fields) => {
      store.store = fields
    },
  }
}
