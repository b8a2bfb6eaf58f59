import type { Broadcast } from '../../shared/ipc/define.ts'
import type { Model, ModelReference, ModelTask } from '../../shared/models.ts'
import type {
  DoctorFinding,
  ModelCheck,
  Preset,
  ProviderConfig,
  ProviderState,
  providers as providersFeature,
} from '../../shared/providers.ts'
import { AppError } from '../../shared/errors.ts'
import { withTimeout } from '../timeLimit.ts'
import { listMilliseconds } from './transport/answerLimits.ts'
import type { KeyOwner } from '../secrets/handlers.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { abilitiesOf, tasksOf } from './abilities.ts'
import { createConfigChanges } from './configs/configChanges.ts'
import type { NewProvider, ProviderPatch } from './configs/configs.ts'
import { createConfigStore } from './configs/configStore.ts'
import { diagnose } from './doctor/diagnose.ts'
import { knownCredentials, readCredentials } from './keys/credentials.ts'
import type { Vault } from './keys/credentials.ts'
import { createFieldStore } from './keys/fieldStore.ts'
import { createKeyConditions } from './keys/keyConditions.ts'
import { keyStates, unreadSecrets, withheldFields } from './keys/keyStates.ts'
import { createPermissions } from './keys/permissions.ts'
import type { Confirm } from './keys/permissions.ts'
import { needsKey } from './keys/providerKeys.ts'
import { createLocalWatch } from './local/localWatch.ts'
import { createModelLists } from './models/modelLists.ts'
import { withOwnPrice } from './models/withOwnPrice.ts'
import type { ModelList } from './models/modelLists.ts'
import { manageModels } from './models/manageModels.ts'
import type { ManagedModels } from './models/manageModels.ts'
import { findPreset, listPresets } from './configs/presets.ts'
import type { Provider, ProviderLookup } from './provider.ts'
import { createProviderClients } from './providerClients.ts'
import type { BatchOffer } from './requestBatches.ts'
import type { TunedModel } from './models/withTuned.ts'
import { totalOf } from './models/totalOf.ts'
import type { KeyedClient } from './keys/keyed.ts'
import { createTransport } from './transport/transport.ts'
import type { Fetch } from './transport/transport.ts'
import type { ThreadRecordFor } from './assistants/threadRecord.ts'
import type { UploadRecordFor } from './uploadRecord.ts'

export interface ProvidersDependencies {
  settings: SettingsStore
  secrets: Secrets
  guide: Provider
  broadcast: Broadcast<typeof providersFeature>
  /** Asks the user in main's own dialog; by default every permission is denied. */
  confirm?: Confirm
  /** For remote services. By default it uses the environment's proxy. */
  fetch?: Fetch
  log?: (message: string, error: unknown) => void
  /** Returns the record of the files that a key's account holds; by default none is kept. */
  uploadsOf?: UploadRecordFor
  /** Returns the record of the chats' threads in a key's account; by default none is kept. */
  threadsFor?: ThreadRecordFor
  /** Returns the models that were tuned at a provider; by default none. */
  tuned?: (providerId: string) => readonly TunedModel[]
  environment?: NodeJS.ProcessEnv
  /** The time for which `models` waits for slow providers. */
  modelsMilliseconds?: number
}

export interface Providers extends ManagedModels, KeyOwner {
  lookup: ProviderLookup
  /** Returns the base URL of a provider. Errors: providerMissing. */
  addressOf: (id: string) => string
  /** Returns the name of a provider. Errors: providerMissing. */
  nameOf: (id: string) => string
  /**
   * Returns a client for each key of a provider: keys may belong to several accounts. Errors:
   * providerMissing, keyMissing, keychainUnavailable.
   */
  eachKey: (id: string) => Promise<KeyedClient[]>
  /** Returns a provider's batches; null if it has none. Errors: providerMissing. */
  batchOfferOf: (id: string) => BatchOffer | null
  list: () => Promise<ProviderState[]>
  /**
   * Returns the list without the keys of local servers, which need none: asking the keychain for
   * each of them would hold up the first paint.
   */
  listAtStart: () => Promise<ProviderState[]>
  presets: () => Preset[]
  add: (provider: NewProvider) => Promise<ProviderState>
  update: (id: string, patch: ProviderPatch) => Promise<ProviderState>
  remove: (id: string) => Promise<void>
  addKey: (id: string) => string
  check: (id: string) => Promise<{ models: number; milliseconds: number }>
  diagnose: (id: string, signal: AbortSignal) => AsyncIterable<DoctorFinding>
  /** Lists the models for a task, chat if none is given. */
  models: (refresh: boolean, task?: ModelTask) => Promise<ModelList>
  /** Returns the providers that are on and may have models for the task. */
  withTask: (task: ModelTask) => ProviderConfig[]
  describe: (model: ModelReference) => Promise<Model>
  /** Tells whether the last list of a provider's models could be read. */
  hasList: (id: string) => boolean
  /** Forgets the list of a provider that has a new model, and has windows ask for it. */
  forgetModels: (id: string) => void
  /** Has windows ask for the models again, whose facts have changed. */
  announceModels: () => void
  /** Asks the service for a model whose id the user typed. Errors: providerMissing. */
  checkModel: (model: ModelReference) => Promise<ModelCheck>
  discover: () => Promise<ProviderState[]>
  /** Watches for local servers that start or stop, until the signal fires. */
  watchLocal: (signal: AbortSignal) => AsyncIterable<Record<string, never>>
}

export function createProviders({
  settings,
  secrets,
  guide,
  broadcast,
  confirm = () => Promise.resolve(false),
  log = () => undefined,
  uploadsOf = () => undefined,
  threadsFor = () => undefined,
  tuned = () => [],
  environment = process.env,
  fetch = createTransport({ proxyEnvironment: environment, keepAlive: true }),
  modelsMilliseconds = 4000,
}: ProvidersDependencies): Providers {
  const changed = (): void => broadcast('changed', {})
  const conditions = createKeyConditions({ now: Date.now, onChanged: changed })
  const permissions = createPermissions(settings, confirm)
  const vault: Vault = { secrets, permissions }
  const configs = createConfigStore({ settings, environment, onChanged: changed })
  const clients = createProviderClients({
    guide,
    vault,
    conditions,
    fetch,
    redact: secrets.redact,
    uploadsOf,
    threadsFor,
    describe: (config, modelId) => lists.describe(config, modelId),
  })
  const lists = createModelLists({
    open: clients.open,
    first: clients.first,
    fingerprint: clients.fingerprint,
    waitMilliseconds: modelsMilliseconds,
    onLate: changed,
    tuned,
    withOwnPrice: (model) => withOwnPrice(model, settings.get().spending.prices),
  })
  const watch = createLocalWatch({
    configs: configs.all,
    keyFor: async (config) => (await knownCredentials(config, vault)).keys[0]?.key ?? null,
    fetch: createTransport(),
    listed: (id) => lists.succeeded(id),
    isLoading: lists.isLoading,
    listAgain: async (config) => void (await lists.of(config, 'chat', true)),
    onChanged(ids) {
      // A restarted server may have other models.
      for (const id of ids) lists.forget(id)
      changed()
    },
  })

  secrets.bindOld(new Map(Object.entries(configs.oldKeyOrigins)))
  const fields = createFieldStore({ secrets, permissions, log })
  for (const config of settings.get().providers) {
    fields.adopt(config, () => {
      const kept = configs.find(config.id)
      if (kept) configs.put(kept.id, fields.without(kept))
    })
  }
  const changes = createConfigChanges({ configs, fields, secrets, permissions, log })
  secrets.onChanged((secretId) => {
    conditions.forget(secretId)
    changed()
  })

  async function stateOf(
    config: ProviderConfig,
    keychain: Pick<Secrets, 'state'> = secrets,
  ): Promise<ProviderState> {
    const keys = await keyStates(config, { secrets: keychain, permissions, conditions })
    const preset = findPreset(config.presetId)
    return {
      ...fields.without(config),
      withheldFields: await withheldFields(config, vault),
      keySource: keys[0]?.source ?? 'none',
      keys,
      needsKey: needsKey(config),
      found: config.kind !== 'local' || watch.isFound(config.id),
      removable: !configs.isBuiltIn(config.id),
      canModerate: preset?.moderation !== undefined,
      canManageModels: abilitiesOf(config).managesModels,
      completes: abilitiesOf(config).completes,
      keepsFiles: abilitiesOf(config).keepsFiles,
    }
  }

  async function countModels(config: ProviderConfig): Promise<number> {
    const { countMedia } = clients.open(config)
    if (countMedia) {
      const context = { provider: config.name }
      const counts = await withTimeout(listMilliseconds, null, countMedia, context)
      return totalOf(counts)
    }
    const listing = await lists.of(config, 'chat', true)
    if ('error' in listing) throw listing.error
    return listing.models.length
  }

  const withTask = (task: ModelTask): ProviderConfig[] =>
    configs.all().filter((config) => config.enabled && tasksOf(config).includes(task))

  function forgetModels(id: string): void {
    lists.forget(id)
    changed()
  }

  const list = (): Promise<ProviderState[]> =>
    Promise.all(configs.all().map((config) => stateOf(config)))

  return {
    lookup: (id) => {
      const config = configs.find(id)
      if (config?.enabled) return Promise.resolve(clients.open(config))
      return Promise.reject(new AppError('providerMissing', 'The provider is gone or off'))
    },
    addressOf: (id) => configs.get(id).baseUrl,
    nameOf: (id) => configs.get(id).name,
    batchOfferOf: (id) => findPreset(configs.get(id).presetId)?.batches ?? null,
    eachKey: async (id) => clients.each(configs.get(id)),
    list,
    listAtStart: () =>
      Promise.all(
        configs
          .all()
          .map((config) => stateOf(config, config.kind === 'local' ? unreadSecrets : secrets)),
      ),
    presets: () => [...listPresets()],
    add: async (provider) => stateOf(await changes.add(provider)),
    async update(id, patch) {
      const { kind } = await changes.update(id, patch)
      conditions.forgive(id)
      if (kind === 'local') await watch.ready(true)
      return stateOf(configs.get(id))
    },
    async remove(id) {
      await changes.remove(id)
      lists.forget(id)
      clients.forget(id)
    },
    addKey: changes.addKey,
    keyOrigin: changes.keyOrigin,
    removeKey: changes.removeKey,
    async check(id) {
      const config = configs.get(id)
      conditions.forgive(id)
      const start = performance.now()
      const models = await countModels(config)
      if (config.kind === 'local') await watch.ready(true)
      return { models, milliseconds: performance.now() - start }
    },
    diagnose: (id, signal) => {
      const config = configs.get(id)
      conditions.forgive(id)
      const { recentModels, defaultModel, favouriteModels } = settings.get()
      return diagnose({
        config,
        credentials: () => readCredentials(config, vault),
        knownCredentials: () => knownCredentials(config, vault),
        create: clients.create,
        redact: secrets.redact,
        conditions,
        fetch: clients.fetchFor(config),
        environment,
        used: [...recentModels, ...(defaultModel ? [defaultModel] : []), ...favouriteModels],
        signal,
      })
    },
    async models(refresh, task = 'chat') {
      await watch.ready(refresh)
      const asked = withTask(task).filter(({ id, kind }) => kind !== 'local' || watch.isFound(id))
      return lists.ofAll(asked, task, refresh)
    },
    withTask,
    // Without a list nobody knows whether a model takes tools, and they would not be offered.
    describe: async ({ providerId, modelId }) =>
      lists.describe(configs.get(providerId), modelId, { asks: true }),
    hasList: (id) => lists.succeeded(id) === true,
    forgetModels,
    announceModels: changed,
    checkModel: async ({ providerId, modelId }) => lists.check(configs.get(providerId), modelId),
    ...manageModels({
      configOf: configs.get,
      clientOf: clients.first,
      onChanged: forgetModels,
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
