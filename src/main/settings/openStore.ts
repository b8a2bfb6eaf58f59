import ElectronStore from 'electron-store'
import type { SettingsWriter } from './settingsStore.ts'

/** The settings file through electron-store, which replaces it whole or not at all. */
export function openStore(folder: string): SettingsWriter {
  const store = new ElectronStore({
    cwd: folder,
    name: 'settings',
    // Headers that the user gives a provider may hold a token.
    configFileMode: 0o600,
  })
  return {
    write: (fields) => {
      store.store = fields
    },
  }
}
