import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { Model, ModelReference } from '../../shared/models.ts'
import { firstKeyId, keysMaximum } from '../../shared/providers.ts'
import type {
  DoctorFinding,
  Preset,
  ProviderConfig,
  ProviderState,
  providers as providersFeature,
} from '../../shared/providers.ts'
import type { KeyOwner } from '../secrets/handlers.ts'
import { isAwsOrigin, originOf } from '../secrets/originOf.ts'
import { secretIdOf } from '../secrets/secretId.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { isLocalAddress } from './baseUrl.ts'
import { builtInConfigs, mergeConfigs } from './builtIns.ts'
import { changedConfig, newConfig } from './configs.ts'
import type { NewProvider, ProviderPatch } from './configs.ts'
import { diagnose } from './doctor/diagnose.ts'
import { guideId } from './guide/guide.ts'
import { createClients, fingerprintOf } from './keys/clients.ts'
import { createKeyConditions } from './keys/keyConditions.ts'
import { createKeyed } from './keys/keyed.ts'
import { knownCredentials, readCredentials, withoutSecretFields } from './keys/credentials.ts'
import type { SentConfig, Vault } from './keys/credentials.ts'
import { keyStates, withheldFields } from './keys/keyStates.ts'
import { createPermissions } from './keys/permissions.ts'
import type { Confirm } from './keys/permissions.ts'
import { keyIdsOf, needsKey, secretIdsOf } from './keys/providerKeys.ts'
import { createFieldStore } from './keys/fieldStore.ts'
import { createLocalWatch } from './localWatch.ts'
import { createModelLists } from './modelLists.ts'
import type { ModelList } from './modelLists.ts'
import { manageModels } from './modelManagement.ts'
import type { ManagedModels } from './modelManagement.ts'
import { openProvider } from './openProvider.ts'
import { createAdapter } from './providerFactory.ts'
import type { AdapterOptions } from './providerFactory.ts'
import { findPreset, presets } from './presets.ts'
import type { Provider, ProviderLookup } from './provider.ts'
import { createTransport } from './transport.ts'
import type { Fetch } from './transport.ts'

export interface ProvidersDependencies {
  settings: SettingsStore
  secrets: Secrets
  guide: Provider
  broadcast: Broadcast<typeof providersFeature>
  /** Asks the user where the page can't answer; by default nobody is there to allow anything. */
  confirm?: Confirm
  /** For services that are not on this machine; the environment's proxy counts by default. */
  fetch?: Fetch
  log?: (message: string, error: unknown) => void
  environment?: NodeJS.ProcessEnv
  /** How long `models` waits for the slow ones. */
  modelsMilliseconds?: number
}

export interface Providers extends ManagedModels, KeyOwner {
  lookup: ProviderLookup
  list: () => Promise<ProviderState[]>
  presets: () => Preset[]
  add: (provider: NewProvider) => Promise<ProviderState>
  update: (id: string, patch: ProviderPatch) => Promise<ProviderState>
  remove: (id: string) => Promise<void>
  addKey: (id: string) => string
  check: (id: string) => Promise<{ models: number; milliseconds: number }>
  diagnose: (id: string, signal: AbortSignal) => AsyncIterable<DoctorFinding>
  models: (refresh: boolean) => Promise<ModelList>
  describe: (model: ModelReference) => Promise<Model>
  discover: () => Promise<ProviderState[]>
  /** Notices local servers that start and end, until the signal fires. */
  watchLocal: (signal: AbortSignal) => AsyncIterable<Record<string, never>>
}

export function createProviders({
  settings,
  secrets,
  guide,
  broadcast,
  confirm = () => Promise.resolve(false),
  log = () => undefined,
  environment = process.env,
  fetch = createTransport({ proxyEnvironment: environment, keepAlive: true }),
  modelsMilliseconds = 4000,
}: ProvidersDependencies): Providers {
  const builtIns = builtInConfigs(environment)
  const direct = createTransport()
  const conditions = createKeyConditions({ now: Date.now, onChanged: changed })
  const clients = createClients((config, key, lastKey) => create(config, { key, lastKey }))
  const lastWorked = new Map<string, string>()
  const vault: Vault = { secrets, permissions: createPermissions(settings, confirm) }
  const watch = createLocalWatch({
    configs,
    keyFor: async (config) => (await knownCredentials(config, vault)).keys[0]?.key ?? null,
    fetch: direct,
    listed: (id) => lists.succeeded(id),
    onChanged(ids) {
      // It may have come back with other models.
      for (const id of ids) lists.forget(id)
      changed()
    },
  })
  const lists = createModelLists({
    open,
    fingerprint: async (config) => fingerprintOf(await knownCredentials(config, vault)),
    waitMilliseconds: modelsMilliseconds,
    onLate: changed,
  })

  const oldKeyOrigins = settings.get().oldKeyOrigins ?? originsOf(configs())
  secrets.bindOld(new Map(Object.entries(oldKeyOrigins)))
  const fields = createFieldStore({ ...vault, secrets, log })
  for (const config of settings.get().providers) {
    fields.adopt(config, () => {
      const kept = configs().find(({ id }) => id === config.id)
      if (kept) store(kept.id, fields.without(kept))
    })
  }

  secrets.onChanged((secretId) => {
    conditions.forget(secretId)
    changed()
  })

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

  function create(
    config: SentConfig,
    given: Pick<AdapterOptions, 'key' | 'lastKey'> & Partial<AdapterOptions>,
  ): Provider {
    return createAdapter(config, { fetch: fetchFor(config), redact: secrets.redact, ...given })
  }

  function fetchFor({ baseUrl }: Pick<ProviderConfig, 'baseUrl'>): Fetch {
    return isLocalAddress(baseUrl) ? direct : fetch
  }

  /** What the provider can do, whatever its key; undefined where its address is none. */
  function shapeOf(config: ProviderConfig): Provider | undefined {
    if (config.kind === 'guide') return guide
    try {
      return create(withoutSecretFields(config), { key: null, lastKey: true })
    } catch {
      return undefined
    }
  }

  function open(config: ProviderConfig): Provider {
    if (config.kind === 'guide') return guide
    const keyed = createKeyed({
      providerId: config.id,
      listClients: async () => clients.of(await readCredentials(config, vault)),
      conditions,
      lastWorked,
      redact: secrets.redact,
    })
    return openProvider({
      keyed,
      shape: shapeOf(config),
      describe: (modelId) => lists.describe(config, modelId),
    })
  }

  async function stateOf(config: ProviderConfig): Promise<ProviderState> {
    const keys = await keyStates(config, { ...vault, conditions })
    const preset = findPreset(config.presetId)
    return {
      ...fields.without(config),
      withheldFields: await withheldFields(config, vault),
      keySource: keys[0]?.source ?? 'none',
      keys,
      needsKey: needsKey(config),
      found: config.kind !== 'local' || watch.isFound(config.id),
      removable: !isBuiltIn(config.id),
      canModerate: preset?.moderation !== undefined,
      canManageModels: shapeOf(config)?.manage !== undefined,
    }
  }

  function isBuiltIn(id: string): boolean {
    return builtIns.some((builtIn) => builtIn.id === id)
  }

  function list(): Promise<ProviderState[]> {
    return Promise.all(configs().map(stateOf))
  }

  function store(id: string, config: ProviderConfig | null): void {
    const { providers } = settings.get()
    const at = providers.findIndex((entry) => entry.id === id)
    const others = providers.filter((entry) => entry.id !== id)
    const next = config ? others.toSpliced(at < 0 ? others.length : at, 0, config) : others
    settings.update({ providers: next, oldKeyOrigins })
    changed()
  }

  async function removeSecrets(config: ProviderConfig, secretIds: string[]): Promise<void> {
    // Where the keychain can't be asked, no key of it can be used either.
    await secrets.remove(...secretIds).catch((error: unknown) => {
      log(`The keys of ${config.id} could not be removed`, error)
    })
  }

  /** Whoever is sent what a profile signs learns its session token. */
  async function assertProfile(before: ProviderConfig, after: ProviderConfig): Promise<void> {
    const origin = originOf(after.baseUrl)
    if (after.aws?.credentials !== 'profile' || origin === null || isAwsOrigin(origin)) return
    if (before.aws?.credentials === 'profile' && before.baseUrl === after.baseUrl) return
    const { name: provider } = after
    await vault.permissions.assert({ kind: 'awsProfile', origin, provider }, true)
  }

  async function firstClient(config: ProviderConfig): Promise<Provider> {
    const [client] = clients.of(await readCredentials(config, vault))
    if (client && config.kind !== 'guide') return client.open(true)
    return guide
  }

  return {
    lookup: (id) => {
      const config = configs().find((candidate) => candidate.id === id && candidate.enabled)
      if (config) return Promise.resolve(open(config))
      return Promise.reject(new AppError('providerMissing', 'The provider is gone or off'))
    },
    list,
    presets: () =>
      presets.map(({ id, name, kind, baseUrl, keyUrl, needsKey: needed }) => ({
        id,
        name,
        kind,
        baseUrl,
        keyUrl,
        needsKey: needed,
      })),
    async add(provider) {
      const taken = new Set(configs().map(({ id }) => id))
      const config = newConfig(provider, (id) => taken.has(id))
      store(config.id, await fields.keep(config))
      return stateOf(configOf(config.id))
    },
    async update(id, patch) {
      const before = configOf(id)
      const wanted = id === guideId ? { enabled: patch.enabled } : patch
      const planned = changedConfig(fields.without(before), wanted)
      await assertProfile(before, planned)
      await fields.keep(planned)
      // Another change may have come between.
      const config = fields.without(changedConfig(fields.without(configOf(id)), wanted))
      store(id, config)
      const left = new Set(secretIdsOf(config))
      await removeSecrets(
        config,
        secretIdsOf(before).filter((secretId) => !left.has(secretId)),
      )
      conditions.forgive(id)
      if (config.kind === 'local') await watch.ready(true)
      return stateOf(configOf(id))
    },
    async remove(id) {
      const config = configOf(id)
      if (isBuiltIn(id)) {
        throw new AppError('forbidden', 'What comes with Parley can be switched off, not removed')
      }
      await removeSecrets(config, secretIdsOf(config))
      store(id, null)
      lists.forget(id)
      clients.forget(id)
      lastWorked.delete(id)
    },
    addKey(id) {
      const config = configOf(id)
      if (keyIdsOf(config).length >= keysMaximum) {
        throw new AppError('badInput', 'There are enough keys', { subject: String(keysMaximum) })
      }
      const keyId = randomUUID()
      store(id, { ...config, furtherKeys: [...config.furtherKeys, keyId] })
      return keyId
    },
    async keyOrigin(id, keyId) {
      const config = configOf(id)
      const origin = originOf(config.baseUrl)
      if (config.kind === 'guide' || !keyIdsOf(config).includes(keyId)) {
        throw new AppError('badInput', 'There is no room for this key', { subject: keyId })
      }
      if (origin === null) {
        throw new AppError('addressInvalid', 'Not an address', { subject: config.name })
      }
      await vault.permissions.assertCarriesKeys(config.name, origin, true)
      return origin
    },
    async removeKey(id, keyId) {
      const config = configOf(id)
      if (keyId === firstKeyId) {
        await secrets.remove(id)
      } else if (config.furtherKeys.includes(keyId)) {
        const furtherKeys = config.furtherKeys.filter((further) => further !== keyId)
        store(id, { ...config, furtherKeys })
        await removeSecrets(config, [secretIdOf(id, keyId)])
      }
    },
    async check(id) {
      const config = configOf(id)
      conditions.forgive(id)
      const start = performance.now()
      const listing = await lists.of(config, true)
      if ('error' in listing) throw listing.error
      if (config.kind === 'local') await watch.ready(true)
      return { models: listing.models.length, milliseconds: performance.now() - start }
    },
    diagnose: (id, signal) => {
      const config = configOf(id)
      conditions.forgive(id)
      const { recentModels, defaultModel, favouriteModels } = settings.get()
      return diagnose({
        config,
        credentials: () => readCredentials(config, vault),
        knownCredentials: () => knownCredentials(config, vault),
        create,
        redact: secrets.redact,
        conditions,
        fetch: fetchFor(config),
        environment,
        used: [...recentModels, ...(defaultModel ? [defaultModel] : []), ...favouriteModels],
        signal,
      })
    },
    async models(refresh) {
      await watch.ready(refresh)
      const asked = configs().filter(
        ({ id, kind, enabled }) => enabled && (kind !== 'local' || watch.isFound(id)),
      )
      return lists.ofAll(asked, refresh)
    },
    describe: async ({ providerId, modelId }) => lists.describe(configOf(providerId), modelId),
    ...manageModels({
      configOf,
      clientOf: firstClient,
      onChanged(id) {
        lists.forget(id)
        changed()
      },
    }),
    async discover() {
      await watch.ready(true)
      return list()
    },
    async *watchLocal(signal) {
      yield {}
      await watch.follow(signal)
    },
  }
}

/** Where the keys go that providers have now, by the providers' ids. */
function originsOf(configs: readonly ProviderConfig[]): Record<string, string> {
  return Object.fromEntries(
    configs.flatMap(({ id, baseUrl }) => {
      const origin = originOf(baseUrl)
      return origin === null ? [] : [[id, origin]]
    }),
  )
}
