import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { originOf } from '../../secrets/originOf.ts'
import type { SettingsStore } from '../../settings/settingsStore.ts'
import { builtInConfigs, mergeConfigs } from './builtIns.ts'

export interface ConfigStoreDependencies {
  settings: Pick<SettingsStore, 'get' | 'update'>
  environment: NodeJS.ProcessEnv
  onChanged: () => void
}

/** The configurations of all providers, built-in and added, with the user's changes. */
export interface ConfigStore {
  all: () => ProviderConfig[]
  find: (id: string) => ProviderConfig | undefined
  /** Returns a configuration. Errors: providerMissing. */
  get: (id: string) => ProviderConfig
  /** Writes the configuration to the settings, or removes it from them. */
  put: (id: string, config: ProviderConfig | null) => void
  isBuiltIn: (id: string) => boolean
  /** The origins of an earlier version's keys, by provider id. */
  oldKeyOrigins: Readonly<Record<string, string>>
}

export function createConfigStore({
  settings,
  environment,
  onChanged,
}: ConfigStoreDependencies): ConfigStore {
  const builtIns = builtInConfigs(environment)
  const all = (): ProviderConfig[] => mergeConfigs(builtIns, settings.get().providers)
  const find = (id: string): ProviderConfig | undefined => all().find((config) => config.id === id)
  const oldKeyOrigins = settings.get().oldKeyOrigins ?? originsOf(all())

  return {
    all,
    find,
    get(id) {
      const config = find(id)
      if (config) return config
      throw new AppError('providerMissing', 'There is no such provider', { subject: id })
    },
    put(id, config) {
      const { providers } = settings.get()
      const at = providers.findIndex((entry) => entry.id === id)
      const others = providers.filter((entry) => entry.id !== id)
      const next = config ? others.toSpliced(at < 0 ? others.length : at, 0, config) : others
      settings.update({ providers: next, oldKeyOrigins })
      onChanged()
    },
    isBuiltIn: (id) => builtIns.some((builtIn) => builtIn.id === id),
    oldKeyOrigins,
  }
}

/** Returns the origins of the providers' present addresses, by provider id. */
function originsOf(configs: readonly ProviderConfig[]): Record<string, string> {
  return Object.fromEntries(
    configs.flatMap(({ id, baseUrl }) => {
      const origin = originOf(baseUrl)
      return origin === null ? [] : [[id, origin]]
    }),
  )
}
