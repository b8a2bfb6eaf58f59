import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import type { Secrets } from './secrets.ts'

export function createSecretsHandlers(secrets: Secrets): FeatureHandlers<typeof secretsFeature> {
  return {
    set: async ({ providerId, key, sessionOnly }) => ({
      keySource: await secrets.set(providerId, key, sessionOnly),
    }),
    remove: async ({ providerId }) => {
      await secrets.remove(providerId)
      return {}
    },
    status: async () => ({ keychainAvailable: await secrets.keychainAvailable() }),
  }
}
