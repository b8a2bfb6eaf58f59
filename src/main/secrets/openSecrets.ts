import { secrets as secretsFeature } from '../../shared/secrets.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { createSecretsHandlers } from './handlers.ts'
import { createKeychain } from './keychain.ts'
import { createKeyOwners } from './keyOwners.ts'
import type { KeyOwners } from './keyOwners.ts'
import { createSecrets } from './secrets.ts'
import type { Secrets } from './secrets.ts'

export interface OpenSecrets extends OpenFeature<typeof secretsFeature>, Secrets {
  /** Registers a feature as the owner of the keys that it sends. */
  addOwner: KeyOwners['add']
}

/** Opens the keys. The keychain is first asked when a key is needed. */
export function openSecrets({
  createBroadcast,
}: Pick<FeatureContext, 'createBroadcast'>): OpenSecrets {
  const secrets = createSecrets({
    keychain: createKeychain(),
    broadcast: createBroadcast('secrets', secretsFeature),
  })
  const owners = createKeyOwners()
  const handlers = createSecretsHandlers(secrets, owners)
  return { ...secrets, handlers: () => handlers, addOwner: owners.add }
}
