import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import { parseKey } from './parseKey.ts'
import { secretIdOf } from './secretId.ts'
import type { Secrets } from './secrets.ts'

/** The feature that sends a key. */
export interface KeyOwner {
  /**
   * Gives the origin that a key which is entered now is for, as the owner's own address has it: the
   * page has no say in it. Errors: providerMissing, badInput for a key that there is no room for,
   * addressInvalid or keyWithheld where no key may go.
   */
  keyOrigin: (ownerId: string, keyId: string) => Promise<string>
  /** Errors: keychainUnavailable, providerMissing. */
  removeKey: (ownerId: string, keyId: string) => Promise<void>
}

export function createSecretsHandlers(
  secrets: Pick<Secrets, 'set' | 'keychainAvailable'>,
  owner: KeyOwner,
): FeatureHandlers<typeof secretsFeature> {
  return {
    async set({ providerId, keyId, key, sessionOnly }) {
      const clean = parseKey(key)
      const origin = await owner.keyOrigin(providerId, keyId)
      const keeping = { origin, sessionOnly }
      return { keySource: await secrets.set(secretIdOf(providerId, keyId), clean, keeping) }
    },
    async remove({ providerId, keyId }) {
      await owner.removeKey(providerId, keyId)
      return {}
    },
    status: async () => ({ keychainAvailable: await secrets.keychainAvailable() }),
  }
}
