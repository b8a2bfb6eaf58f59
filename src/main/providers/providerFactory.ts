import { AppError } from '../../shared/errors.ts'
import type { ProviderConfig } from '../../shared/providers.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isLocalAddress } from './baseUrl.ts'
import { createLocalProvider } from './local/localProvider.ts'
import { localServers } from './local/localServers.ts'
import { createOpenAiCompatible } from './openAiCompatible/openAiCompatible.ts'
import type { OpenAiCompatibleOptions } from './openAiCompatible/openAiCompatible.ts'
import { findPreset } from './presets.ts'
import type { Provider } from './provider.ts'
import type { Fetch } from './transport.ts'

export interface ProviderFactory {
  /** The provider for a configuration; its key is looked up at each request. */
  open: (config: ProviderConfig) => Provider
  /** Changes with all that the provider's answers depend on. It holds the key: never log it. */
  fingerprint: (config: ProviderConfig) => Promise<string>
  forget: (id: string) => void
}

export interface ProviderFactoryDependencies {
  secrets: Secrets
  guide: Provider
  fetch: Fetch
  /** Past any proxy, for addresses on this machine. */
  direct: Fetch
}

/** Makes one client a provider, and another when its configuration or its key has changed. */
export function createProviderFactory({
  secrets,
  guide,
  fetch,
  direct,
}: ProviderFactoryDependencies): ProviderFactory {
  const clients = new Map<string, { fingerprint: string; provider: Provider }>()

  async function keyOf(config: ProviderConfig): Promise<string | null> {
    const needsKey = findPreset(config.presetId)?.needsKey ?? false
    const key = await (needsKey ? secrets.get : secrets.getSoon)(config.id)
    if (key === null && needsKey) {
      throw new AppError('keyMissing', `${config.name} has no key`, { provider: config.name })
    }
    return key
  }

  async function clientOf(config: ProviderConfig): Promise<Provider> {
    const key = await keyOf(config)
    const fingerprint = fingerprintOf(config, key)
    const known = clients.get(config.id)
    if (known?.fingerprint === fingerprint) return known.provider
    const provider = create(config, key)
    clients.set(config.id, { fingerprint, provider })
    return provider
  }

  function create(config: ProviderConfig, key: string | null): Provider {
    const preset = findPreset(config.presetId)
    const options: OpenAiCompatibleOptions = {
      id: config.id,
      name: config.name,
      baseUrl: config.baseUrl,
      key,
      keyHeader: preset?.keyHeader ?? 'authorization',
      headers: config.headers,
      query: config.query,
      excludeModels: preset?.excludeModels,
      fixedModels: preset?.models,
      dialect: {
        streamUsage: preset?.streamUsage ?? true,
        outputLimitField: preset?.outputLimitField ?? 'max_tokens',
      },
      fetch: isLocalAddress(config.baseUrl) ? direct : fetch,
      redact: secrets.redact,
    }
    const server = localServers.find(({ id }) => id === config.id)
    return server ? createLocalProvider(server.id, options) : createOpenAiCompatible(options)
  }

  return {
    open(config) {
      if (config.kind === 'guide') return guide
      return {
        models: async (signal) => (await clientOf(config)).models(signal),
        async *reply(request, signal) {
          const client = await clientOf(config)
          yield* client.reply(request, signal)
        },
      }
    },
    fingerprint: async (config) => fingerprintOf(config, await secrets.getSoon(config.id)),
    forget: (id) => void clients.delete(id),
  }
}

function fingerprintOf(config: ProviderConfig, key: string | null): string {
  return JSON.stringify([config, key])
}
