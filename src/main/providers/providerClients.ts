import { AppError } from '../../shared/errors.ts'
import type { Model } from '../../shared/models.ts'
import type { ProviderConfig } from '../../shared/providers.ts'
import { originOf } from '../secrets/originOf.ts'
import { abilitiesOf } from './abilities.ts'
import { isLocalAddress } from './configs/baseUrl.ts'
import { createRetryQuotas } from './bedrock/retryQuota.ts'
import { createClients, fingerprintOf } from './keys/clients.ts'
import { knownCredentials, readCredentials } from './keys/credentials.ts'
import type { SentConfig, Vault } from './keys/credentials.ts'
import type { KeyConditions } from './keys/keyConditions.ts'
import { createKeyed } from './keys/keyed.ts'
import type { KeyedClient } from './keys/keyed.ts'
import { openProvider } from './openProvider.ts'
import type { Provider } from './provider.ts'
import { createAdapter } from './createAdapter.ts'
import type { AdapterOptions } from './createAdapter.ts'
import { createTransport } from './transport/transport.ts'
import type { Fetch } from './transport/transport.ts'
import type { ThreadRecordFor } from './assistants/threadRecord.ts'
import type { UploadRecordFor } from './uploadRecord.ts'

export interface ProviderClientsDependencies {
  guide: Provider
  vault: Vault
  conditions: KeyConditions
  /** For remote services. */
  fetch: Fetch
  redact: (text: string) => string
  uploadsOf: UploadRecordFor
  threadsFor: ThreadRecordFor
  /** Returns what is known of a model without a request. */
  describe: (config: ProviderConfig, modelId: string) => Promise<Model>
}

/** The clients of all providers, with their current keys. */
export interface ProviderClients {
  /** Returns the provider with all its keys. Sends no request. */
  open: (config: ProviderConfig) => Provider
  /** Returns the client of each key. Errors: keyMissing, keychainUnavailable. */
  each: (config: ProviderConfig) => Promise<KeyedClient[]>
  /** Returns the adapter with the first key. Errors: those of its configuration. */
  first: (config: ProviderConfig) => Promise<Provider>
  /** Returns a new adapter for one key. Errors: addressInvalid, keyMalformed. */
  create: (
    config: SentConfig,
    given: Pick<AdapterOptions, 'key' | 'lastKey'> & Partial<AdapterOptions>,
  ) => Provider
  fetchFor: (config: Pick<ProviderConfig, 'baseUrl'>) => Fetch
  /**
   * Returns a value that changes with everything that affects the provider's answers. Never log it.
   */
  fingerprint: (config: ProviderConfig) => Promise<string>
  forget: (providerId: string) => void
}

export function createProviderClients({
  guide,
  vault,
  conditions,
  fetch,
  redact,
  uploadsOf,
  threadsFor,
  describe,
}: ProviderClientsDependencies): ProviderClients {
  const direct = createTransport({ keepAlive: true })
  const clients = createClients((config, secretId, given) => {
    const account = { providerId: config.id, secretId }
    const uploads = uploadsOf(account)
    const threads = threadsFor({ ...account, origin: originOf(config.baseUrl) })
    return create(config, {
      ...{ ...given, listsAssistants: true },
      ...(uploads && { uploads }),
      ...(threads && { threads }),
    })
  })
  const lastWorked = new Map<string, string>()
  const retryQuotas = createRetryQuotas()

  const fetchFor: ProviderClients['fetchFor'] = ({ baseUrl }) =>
    isLocalAddress(baseUrl) ? direct : fetch
  const create: ProviderClients['create'] = (config, given) =>
    createAdapter(config, { fetch: fetchFor(config), redact, retryQuotas, ...given })

  const each: ProviderClients['each'] = async (config) =>
    clients.of(await readCredentials(config, vault))

  return {
    create,
    fetchFor,
    each,
    open(config) {
      if (config.kind === 'guide') return guide
      const keyed = createKeyed({
        providerId: config.id,
        listClients: () => each(config),
        conditions,
        lastWorked,
        redact,
      })
      return openProvider({
        keyed,
        abilities: abilitiesOf(config),
        describe: (modelId) => describe(config, modelId),
      })
    },
    async first(config) {
      if (config.kind === 'guide') return guide
      const [client] = await each(config)
      if (client) return client.open(true)
      throw new AppError('providerMissing', 'It has no client', { subject: config.id })
    },
    fingerprint: async (config) => fingerprintOf(await knownCredentials(config, vault)),
    forget(providerId) {
      clients.forget(providerId)
      lastWorked.delete(providerId)
    },
  }
}
