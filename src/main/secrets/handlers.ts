import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import { parseKey } from './parseKey.ts'
import { secretIdOf } from './secretId.ts'
import type { Secrets } from './secrets.ts'

/** The feature that owns and sends a key. */
export interface KeyOwner {
  /**
   * Returns the origin for a key that is entered now, from the owner's own address; the page can't
   * choose it. Errors: providerMissing, badInput for an unknown key id, addressInvalid or
   * keyWithheld if no key may go there.
   */
  keyOrigin: (ownerId: string, keyId: string) => Promise<string>
  /** Removes a key. Errors: keychainUnavailable, providerMissing. */
  removeKey: (ownerId: string, keyId: string) => Promise<void>
  /** Returns what to keep of a key; by default what a header can carry. Errors: keyMalformed. */
  parseKey?: (ownerId: string, key: string) => string
}

const headerKey = (_ownerId: string, key: string): string => parseKey(key)

export function createSecretsHandlers(
  secrets: Pick<Secrets, 'set' | 'keychainAvailable'>,
  owner: KeyOwner,
): FeatureHandlers<typeof secretsFeature> {
  return {
    async set({ providerId, keyId, key, sessionOnly }) {
      const clean = (owner.parseKey ?? headerKey)(providerId, key)
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
