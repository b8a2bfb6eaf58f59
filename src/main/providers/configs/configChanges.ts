import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { firstKeyId } from '../../../shared/providers.ts'
import { maxKeys } from '../../../shared/limits.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import type { KeyOwner } from '../../secrets/handlers.ts'
import { isAwsOrigin, originOf } from '../../secrets/originOf.ts'
import { secretIdOf } from '../../secrets/secretId.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { changedConfig, newConfig } from './configs.ts'
import type { NewProvider, ProviderPatch } from './configs.ts'
import type { ConfigStore } from './configStore.ts'
import { guideId } from '../guide/guide.ts'
import type { FieldStore } from '../keys/fieldStore.ts'
import type { Permissions } from '../keys/permissions.ts'
import { keyIdsOf, secretIdsOf } from '../keys/providerKeys.ts'

export interface ConfigChangesDependencies {
  configs: ConfigStore
  fields: FieldStore
  secrets: Pick<Secrets, 'remove'>
  permissions: Permissions
  log: (message: string, error: unknown) => void
}

/** Applies the user's changes to providers and their keys. */
export interface ConfigChanges extends KeyOwner {
  add: (provider: NewProvider) => Promise<ProviderConfig>
  update: (id: string, patch: ProviderPatch) => Promise<ProviderConfig>
  remove: (id: string) => Promise<void>
  /** Reserves an id for another key and returns it. */
  addKey: (id: string) => string
}

export function createConfigChanges({
  configs,
  fields,
  secrets,
  permissions,
  log,
}: ConfigChangesDependencies): ConfigChanges {
  async function removeSecrets(config: ProviderConfig, secretIds: string[]): Promise<void> {
    // While the keychain is unavailable, none of its keys can be used either.
    await secrets.remove(...secretIds).catch((error: unknown) => {
      log(`The keys of ${config.id} could not be removed`, error)
    })
  }

  /**
   * Asks before a profile's requests go to another origin: its recipient learns the session token.
   */
  async function assertProfile(before: ProviderConfig, after: ProviderConfig): Promise<void> {
    const origin = originOf(after.baseUrl)
    if (after.aws?.credentials !== 'profile' || origin === null || isAwsOrigin(origin)) return
    if (before.aws?.credentials === 'profile' && before.baseUrl === after.baseUrl) return
    const { name: provider } = after
    await permissions.obtain({ kind: 'awsProfile', origin, provider }, true)
  }

  return {
    async add(provider) {
      const taken = new Set(configs.all().map(({ id }) => id))
      const config = newConfig(provider, (id) => taken.has(id))
      configs.put(config.id, await fields.keep(config))
      return configs.get(config.id)
    },
    async update(id, patch) {
      const before = configs.get(id)
      const wanted = id === guideId ? { enabled: patch.enabled } : patch
      const planned = changedConfig(fields.without(before), wanted)
      await assertProfile(before, planned)
      await fields.keep(planned)
      // Another change may have happened meanwhile.
      const config = fields.without(changedConfig(fields.without(configs.get(id)), wanted))
      configs.put(id, config)
      const left = new Set(secretIdsOf(config))
      await removeSecrets(
        config,
        secretIdsOf(before).filter((secretId) => !left.has(secretId)),
      )
      return config
    },
    async remove(id) {
      const config = configs.get(id)
      if (configs.isBuiltIn(id)) {
        throw new AppError('forbidden', 'What comes with Parley can be switched off, not removed')
      }
      await removeSecrets(config, secretIdsOf(config))
      configs.put(id, null)
    },
    addKey(id) {
      const config = configs.get(id)
      if (keyIdsOf(config).length >= maxKeys) {
        throw new AppError('badInput', 'There are enough keys', { subject: String(maxKeys) })
      }
      const keyId = randomUUID()
      configs.put(id, { ...config, furtherKeys: [...config.furtherKeys, keyId] })
      return keyId
    },
    async keyOrigin(id, keyId) {
      const config = configs.get(id)
      const origin = originOf(config.baseUrl)
      if (config.kind === 'guide' || !keyIdsOf(config).includes(keyId)) {
        throw new AppError('badInput', 'There is no room for this key', { subject: keyId })
      }
      if (origin === null) {
        throw new AppError('addressInvalid', 'Not an address', { subject: config.name })
      }
      await permissions.assertCarriesKeys(config.name, origin, true)
      return origin
    },
    async removeKey(id, keyId) {
      const config = configs.get(id)
      if (keyId === firstKeyId) {
        await secrets.remove(id)
      } else if (config.furtherKeys.includes(keyId)) {
        const furtherKeys = config.furtherKeys.filter((further) => further !== keyId)
        configs.put(id, { ...config, furtherKeys })
        await removeSecrets(config, [secretIdOf(id, keyId)])
      }
    },
  }
}
