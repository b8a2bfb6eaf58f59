import type { KeyState, ProviderConfig } from '../../../shared/providers.ts'
import { originOf } from '../../secrets/originOf.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { secretIdOf } from '../../secrets/secretId.ts'
import type { Vault } from './credentials.ts'
import type { KeyConditions } from './keyConditions.ts'
import { keyIdsOf } from './providerKeys.ts'
import { secretFieldsOf } from './secretFields.ts'

interface StateSources extends Pick<Vault, 'permissions'> {
  secrets: Pick<Secrets, 'state'>
  conditions: KeyConditions
}

/** Answers for the keychain without asking it, as if it had no key. */
export const unreadSecrets: Pick<Secrets, 'state'> = {
  state: () => Promise.resolve({ source: 'none', boundTo: null }),
}

/** Returns the part of the keys' state that the page may know. */
export function keyStates(
  config: ProviderConfig,
  { secrets, permissions, conditions }: StateSources,
): Promise<KeyState[]> {
  if (config.kind === 'guide') return Promise.resolve([])
  const origin = originOf(config.baseUrl)
  const mayBeSent = origin !== null && permissions.carriesKeys(origin)
  return Promise.all(
    keyIdsOf(config).map(async (id) => {
      const secretId = secretIdOf(config.id, id)
      const { source, boundTo } = await secrets.state(secretId, mayBeSent ? origin : null)
      const withheldFor = source === 'none' ? boundTo : null
      return { id, source, withheldFor, ...conditions.get(secretId) }
    }),
  )
}

/** Returns the headers and query parameters whose values were entered for another origin. */
export async function withheldFields(
  config: ProviderConfig,
  { secrets }: Vault,
): Promise<string[]> {
  const origin = originOf(config.baseUrl)
  const names = await Promise.all(
    secretFieldsOf(config).map(async ({ name, secretId }) => {
      const { source } = await secrets.state(secretId, origin)
      return source === 'none' ? [name] : []
    }),
  )
  return names.flat()
}
