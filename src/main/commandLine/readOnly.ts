import { AppError } from '../../shared/errors.ts'
import { settingsSchema } from '../../shared/settings.ts'
import type { Keychain } from '../secrets/keychain.ts'
import { readSettings } from '../settings/settingsFile.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'

/**
 * Reads the settings of a folder. Changes last until the process ends, because a running Parley owns
 * the file. `notices` tells what is damaged, which is left as it is.
 */
export function openReadOnlySettings(folder: string): SettingsStore {
  const { settings, whole } = readSettings(folder)
  let current = settings
  const damage = new AppError('settingsDamaged', 'Some of settings.json is damaged', {
    subject: 'settings.json',
  })
  return {
    get: () => current,
    update(patch) {
      const given = Object.entries(patch).filter(([, value]) => value !== undefined)
      current = settingsSchema.parse({ ...current, ...Object.fromEntries(given) })
      return current
    },
    notices: whole ? [] : [damage],
  }
}

/** Returns a keychain that can only be read. */
export function readOnlyKeychain({ get, available }: Keychain): Keychain {
  const refuse = () =>
    Promise.reject(new AppError('keychainUnavailable', 'A command changes no keys'))
  return { get, available, set: refuse, remove: refuse }
}
