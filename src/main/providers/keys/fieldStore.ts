import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { originOf } from '../../secrets/originOf.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Permissions } from './permissions.ts'
import { takeSecrets } from './secretFields.ts'

export interface FieldStoreDependencies {
  secrets: Pick<Secrets, 'set'>
  permissions: Permissions
  log: (message: string, error: unknown) => void
}

/** Stores the secret headers and query parameters of providers beside their keys. */
export interface FieldStore {
  /** Returns the configuration for the settings file or the page. */
  without: (config: ProviderConfig) => ProviderConfig
  /**
   * Stores the configuration's secrets, bound to its origin, and returns it without them. Without a
   * keychain they last until Parley quits. Errors: addressInvalid or keyWithheld if no secret may
   * go to the address.
   */
  keep: (config: ProviderConfig) => Promise<ProviderConfig>
  /**
   * Takes over secrets that an earlier version wrote to the settings. Requests use them at once.
   * Calls `onKept` when the keychain holds them and the file can drop them.
   */
  adopt: (config: ProviderConfig, onKept: () => void) => void
}

export function createFieldStore({
  secrets,
  permissions,
  log,
}: FieldStoreDependencies): FieldStore {
  async function keepOne(secretId: string, value: string, origin: string): Promise<void> {
    try {
      await secrets.set(secretId, value, { origin, sessionOnly: false })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'keychainUnavailable') throw error
      await secrets.set(secretId, value, { origin, sessionOnly: true })
    }
  }

  return {
    without: (config) => takeSecrets(config).config,
    async keep(given) {
      const { config, values } = takeSecrets(given)
      if (values.length === 0) return config
      const origin = originOf(config.baseUrl)
      if (origin === null) {
        throw new AppError('addressInvalid', 'Not an address', { subject: config.name })
      }
      await permissions.assertCarriesKeys(config.name, origin, true)
      for (const { secretId, value } of values) await keepOne(secretId, value, origin)
      return config
    },
    adopt(given, onKept) {
      const { config, values } = takeSecrets(given)
      const origin = originOf(config.baseUrl)
      if (values.length === 0 || origin === null) return
      const settings = values.map(async ({ secretId, value }) => {
        const inSession = secrets.set(secretId, value, { origin, sessionOnly: true })
        const inKeychain = secrets.set(secretId, value, { origin, sessionOnly: false })
        await Promise.all([inSession, inKeychain])
      })
      Promise.all(settings)
        .then(onKept)
        .catch((error: unknown) => {
          log(`The headers of ${config.id} stay in the settings: there is no keychain`, error)
        })
    },
  }
}
