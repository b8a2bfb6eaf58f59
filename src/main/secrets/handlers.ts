import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import { secretIdOf } from './secretId.ts'
import type { Secrets } from './secrets.ts'

export function createSecretsHandlers(secrets: Secrets): FeatureHandlers<typeof secretsFeature> {
  return {
    set: async ({ providerId, keyId, key, sessionOnly }) => ({
      keySource: await secrets.set(secretIdOf(providerId, keyId), key, sessionOnly),
    }),
    status: async () => ({ keychainAvailable: await secrets.keychainAvailable() }),
  }
}
