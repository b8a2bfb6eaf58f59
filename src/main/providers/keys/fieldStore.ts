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

/** Keeps the secret headers and query fields of providers where keys are kept. */
export interface FieldStore {
  /** The configuration as it may lie in a file or go to the page. */
  without: (config: ProviderConfig) => ProviderConfig
  /**
   * Keeps the secrets that the configuration brings, bound to its origin, and gives it without
   * them. Where there is no keychain they last until Parley quits.
   * Errors: addressInvalid or keyWithheld where no secret may go to the address.
   */
  keep: (config: ProviderConfig) => Promise<ProviderConfig>
  /**
   * Takes over the secrets that an earlier version wrote into the settings: for requests at once,
   * and `onKept` comes when they are in the keychain and may go from the file.
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
