import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import { preferencesSchema, settingsSchema } from '../../shared/settings.ts'
import type { settings as settingsFeature, Settings } from '../../shared/settings.ts'
import { errorCodeOf, loadSettings } from './settingsFile.ts'

/** The function used of electron-store: replaces the whole file atomically. */
export interface SettingsWriter {
  write: (fields: Record<string, unknown>) => void
}

export interface SettingsStore {
  get: () => Settings
  /**
   * Changes the given fields, on disk first. Errors: diskFull or folderReadOnly; then nothing has
   * changed.
   */
  update: (patch: { [Name in keyof Settings]?: Settings[Name] | undefined }) => Settings
  /** The damage found when the file was loaded. */
  notices: readonly AppError[]
}

export interface SettingsDependencies {
  folder: string
  /** Opens the store. Called at the first change, after a damaged file was set aside. */
  openStore: (folder: string) => SettingsWriter
  broadcast: Broadcast<typeof settingsFeature>
  now?: () => Date
}

export function createSettings({
  folder,
  openStore,
  broadcast,
  now = () => new Date(),
}: SettingsDependencies): SettingsStore {
  const loaded = loadSettings(folder, now())
  let current = loaded.settings
  let writer: SettingsWriter | undefined

  function write(fields: Record<string, unknown>): void {
    try {
      writer ??= openStore(folder)
      writer.write(fields)
    } catch (error) {
      throw writeError(error)
    }
  }

  return {
    get: () => current,
    update(patch) {
      const given = Object.entries(patch).filter(([, value]) => value !== undefined)
      const next = settingsSchema.parse({ ...current, ...Object.fromEntries(given) })
      if (isDeepStrictEqual(next, current)) return current
      write({ ...loaded.unknownFields, ...next })
      const before = preferencesSchema.parse(current)
      current = next
      const after = preferencesSchema.parse(next)
      if (!isDeepStrictEqual(before, after)) broadcast('changed', after)
      return current
    },
    notices: loaded.damage ? [loaded.damage] : [],
  }
}

function writeError(error: unknown): AppError {
  const details = { subject: 'settings.json' }
  switch (errorCodeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('diskFull', 'The settings could not be written', details, error)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new AppError('folderReadOnly', 'The settings could not be written', details, error)
    default:
      return new AppError('settingsDamaged', 'The settings could not be written', details, error)
  }
}
