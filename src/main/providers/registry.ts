import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type {
  Model,
  Preset,
  ProviderConfig,
  ProviderState,
  providers as providersFeature,
} from '../../shared/providers.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { builtInConfigs, mergeConfigs } from './builtIns.ts'
import { changedConfig, newConfig } from './configs.ts'
import type { NewProvider, ProviderPatch } from './configs.ts'
import { guideId } from './guide/guide.ts'
import { createLocalWatch } from './localWatch.ts'
import { createModelCache } from './modelCache.ts'
import type { Listing } from './modelCache.ts'
import { createProviderFactory } from './providerFactory.ts'
import { findPreset, presets } from './presets.ts'
import type { Provider, ProviderLookup } from './provider.ts'
import { createTransport } from './transport.ts'
import type { Fetch } from './transport.ts'

export interface ProvidersDependencies {
  settings: SettingsStore
  secrets: Secrets
  guide: Provider
  broadcast: Broadcast<typeof providersFeature>
  /** For services that are not on this machine; the environment's proxy counts by default. */
  fetch?: Fetch
  log?: (message: string, error: unknown) => void
  environment?: NodeJS.ProcessEnv
  /** How long `models` waits for the slow ones. */
  modelsMilliseconds?: number
}

export interface ModelList {
  models: Model[]
  failures: { providerId: string; error: WireError }[]
}

export interface Providers {
  lookup: ProviderLookup
  list: () => Promise<ProviderState[]>
  presets: () => Preset[]
  add: (provider: NewProvider) => Promise<ProviderState>
  update: (id: string, patch: ProviderPatch) => Promise<ProviderState>
  remove: (id: string) => Promise<void>
  check: (id: string) => Promise<{ models: number; milliseconds: number }>
  models: (refresh: boolean) => Promise<ModelList>
  discover: () => Promise<ProviderState[]>
}

const checkMilliseconds = 30_000

export function createProviders({
  settings,
  secrets,
  guide,
  broadcast,
  log = () => undefined,
  environment = process.env,
  fetch = createTransport({ proxyEnvironment: environment, keepAlive: true }),
  modelsMilliseconds = 4000,
}: ProvidersDependencies): Providers {
  const builtIns = builtInConfigs(environment)
  const direct = createTransport()
  const factory = createProviderFactory({ secrets, guide, fetch, direct })
  const cache = createModelCache()
  const watch = createLocalWatch({ configs, secrets, fetch: direct, onChanged: changed })

  secrets.onChanged(changed)

  function changed(): void {
    broadcast('changed', {})
  }

  function configs(): ProviderConfig[] {
    return mergeConfigs(builtIns, settings.get().providers)
  }

  function configOf(id: string): ProviderConfig {
    const config = configs().find((candidate) => candidate.id === id)
    if (config) return config
    throw new AppError('providerMissing', 'There is no such provider', { subject: id })
  }

  async function stateOf(config: ProviderConfig): Promise<ProviderState> {
    const isBuiltIn = builtIns.some(({ id }) => id === config.id)
    return {
      ...config,
      keySource: config.id === guideId ? 'none' : await secrets.source(config.id),
      needsKey: findPreset(config.presetId)?.needsKey ?? false,
      found: config.kind !== 'local' || watch.isFound(config.id),
      removable: !isBuiltIn,
    }
  }

  function list(): Promise<ProviderState[]> {
    return Promise.all(configs().map(stateOf))
  }

  function store(id: string, config: ProviderConfig | null): void {
    const { providers } = settings.get()
    const at = providers.findIndex((entry) => entry.id === id)
    const others = providers.filter((entry) => entry.id !== id)
    const next = config ? others.toSpliced(at < 0 ? others.length : at, 0, config) : others
    settings.update({ providers: next })
    changed()
  }

  async function listModels(config: ProviderConfig, refresh: boolean): Promise<Listing> {
    return cache.list(config.id, {
      fingerprint: await factory.fingerprint(config),
      refresh,
      fetch: () => fetchModels(factory.open(config), config.name),
    })
  }

  async function models(refresh: boolean): Promise<ModelList> {
    await watch.ready(refresh)
    const asked = configs().filter(
      ({ id, kind, enabled }) => enabled && (kind !== 'local' || watch.isFound(id)),
    )
    const limit = Promise.withResolvers<'late'>()
    const timer = setTimeout(limit.resolve, modelsMilliseconds, 'late')
    const listings = await Promise.all(
      asked.map(async (config) => {
        const listing = listModels(config, refresh)
        const inTime = await Promise.race([listing, limit.promise])
        if (inTime !== 'late') return { config, listing: inTime }
        void listing.then(changed)
        return { config, listing: cache.known(config.id, await factory.fingerprint(config)) }
      }),
    )
    clearTimeout(timer)
    return collect(listings)
  }

  return {
    lookup: (id) => {
      const config = configs().find((candidate) => candidate.id === id && candidate.enabled)
      if (config) return Promise.resolve(factory.open(config))
      return Promise.reject(new AppError('providerMissing', 'The provider is gone or off'))
    },
    list,
    presets: () =>
      presets.map(({ id, name, baseUrl, keyUrl, needsKey }) => ({
        id,
        name,
        baseUrl,
        keyUrl,
        needsKey,
      })),
    async add(provider) {
      const taken = new Set(configs().map(({ id }) => id))
      const config = newConfig(provider, (id) => taken.has(id))
      store(config.id, config)
      return stateOf(config)
    },
    async update(id, patch) {
      const config = changedConfig(
        configOf(id),
        id === guideId ? { enabled: patch.enabled } : patch,
      )
      store(id, config)
      if (config.kind === 'local') await watch.ready(true)
      return stateOf(configOf(id))
    },
    async remove(id) {
      configOf(id)
      if (builtIns.some((builtIn) => builtIn.id === id)) {
        throw new AppError('forbidden', 'What comes with Parley can be switched off, not removed')
      }
      store(id, null)
      cache.forget(id)
      factory.forget(id)
      // Where the keychain can't be asked, no key of it can be used either.
      await secrets.remove(id).catch((error: unknown) => {
        log(`The key of ${id} could not be removed`, error)
      })
    },
    async check(id) {
      const config = configOf(id)
      const start = performance.now()
      const listing = await listModels(config, true)
      if ('error' in listing) throw listing.error
      if (config.kind === 'local') await watch.ready(true)
      return { models: listing.models.length, milliseconds: performance.now() - start }
    },
    models,
    async discover() {
      await watch.ready(true)
      return list()
    },
  }
}

async function fetchModels(provider: Provider, name: string): Promise<Model[]> {
  const limit = AbortSignal.timeout(checkMilliseconds)
  try {
    return await provider.models(limit)
  } catch (error) {
    if (!limit.aborted) throw error
    throw new AppError('timeout', 'The models were not listed in time', { provider: name }, error)
  }
}

function collect(
  listings: readonly { config: ProviderConfig; listing: Listing | undefined }[],
): ModelList {
  const result: ModelList = { models: [], failures: [] }
  for (const { config, listing } of listings) {
    if (listing === undefined) continue
    if ('error' in listing) {
      result.failures.push({ providerId: config.id, error: toWire(listing.error) })
    } else {
      result.models.push(...listing.models)
    }
  }
  return result
}
