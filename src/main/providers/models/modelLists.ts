import { AppError, toWire } from '../../../shared/errors.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Model, ModelTask } from '../../../shared/models.ts'
import type { ModelCheck, ProviderConfig } from '../../../shared/providers.ts'
import { tasksOf } from '../abilities.ts'
import { isLocalAddress } from '../configs/baseUrl.ts'
import { checkModel } from './checkModel.ts'
import { completeTyped } from './completeTyped.ts'
import { createModelCache } from './modelCache.ts'
import type { Listing } from './modelCache.ts'
import { withTuned, type TunedModel } from './withTuned.ts'
import { boundModels } from './modelLimits.ts'
import type { BoundModels } from './modelLimits.ts'
import { completeModel } from '../modelTables/completeModel.ts'
import { byTranscriptionRank } from '../openAiCompatible/transcribe.ts'
import type { Provider } from '../provider.ts'
import { late, within, withTimeout } from '../../timeLimit.ts'
import { listMilliseconds } from '../transport/answerLimits.ts'

export interface ModelList {
  models: Model[]
  failures: { providerId: string; error: WireError }[]
  /** The providers whose lists were truncated. */
  cut: string[]
}

/** A provider's models for one task with their ids, or the error of listing them. */
export type TaskListing = (BoundModels & { ids: ReadonlySet<string> }) | { error: AppError }

export interface ModelLists {
  /** Returns the models of these providers. Calls `onLate` when a slow provider answers later. */
  ofAll: (
    configs: readonly ProviderConfig[],
    task: ModelTask,
    refresh: boolean,
  ) => Promise<ModelList>
  of: (config: ProviderConfig, task: ModelTask, refresh: boolean) => Promise<TaskListing>
  /** Checks a model's id that the user typed, and completes one that is found. Never rejects. */
  check: (config: ProviderConfig, modelId: string) => Promise<ModelCheck>
  /**
   * Returns what is known of a model, listed or not. It waits up to 3 seconds for the first list if
   * that is on its way; with `asks` it asks for it where nobody has.
   */
  describe: (config: ProviderConfig, modelId: string, options?: { asks: boolean }) => Promise<Model>
  /** Returns whether the last listing succeeded; undefined if there is none. */
  succeeded: (providerId: string) => boolean | undefined
  /** Returns whether the last listing says that the server, or a model, is still loading. */
  isLoading: (providerId: string) => boolean
  forget: (providerId: string) => void
}

/** A message must not wait long for a slow list. */
const firstListMilliseconds = 3000
const checkMilliseconds = 15_000

export interface ModelListsDependencies {
  open: (config: ProviderConfig) => Provider
  /** Returns the adapter with the first key: a refusal of what it is asked says nothing of the key. */
  first: (config: ProviderConfig) => Promise<Provider>
  /** Returns a value that changes with everything that affects the list. */
  fingerprint: (config: ProviderConfig) => Promise<string>
  /** The time for which `ofAll` waits for slow providers. */
  waitMilliseconds: number
  onLate: () => void
  /** Returns the models that were tuned at a provider. */
  tuned: (providerId: string) => readonly TunedModel[]
  /** Replaces the price of a model by the user's own. */
  withOwnPrice: (model: Model) => Model
}

export function createModelLists(dependencies: ModelListsDependencies): ModelLists {
  const { open, first, fingerprint, waitMilliseconds, onLate, tuned, withOwnPrice } = dependencies
  const complete: typeof completeModel = (...given) => withOwnPrice(completeModel(...given))
  const cache = createModelCache()
  const forTask = rememberByTask(listForTask)

  async function of(
    config: ProviderConfig,
    task: ModelTask,
    refresh: boolean,
  ): Promise<TaskListing> {
    const listing = await cache.list(config.id, {
      fingerprint: await fingerprint(config),
      refresh,
      fetch: () => fetchModels(config),
    })
    return forTask(listing, task)
  }

  async function fetchModels(config: ProviderConfig): Promise<Model[]> {
    const provider = open(config)
    const listed = await withTimeout(
      listMilliseconds,
      null,
      (limit) => provider.models(limit, tasksOf(config)),
      { provider: config.name },
    )
    const { id: providerId, extraModels: ids, baseUrl } = config
    const given = { providerId, local: isLocalAddress(baseUrl) }
    const told = withTuned(listed, tuned(providerId), given)
    if (ids.length === 0) return told
    const adapter = await first(config).catch(() => undefined)
    return completeTyped(told, { ...given, ids }, adapter?.findModel)
  }

  /** Returns the ids that the service itself lists. */
  async function listIds(config: ProviderConfig): Promise<string[]> {
    const listing = await of(config, 'chat', false)
    if ('error' in listing) return []
    return [...listing.ids].filter((id) => !config.extraModels.includes(id))
  }

  async function known(config: ProviderConfig, task: ModelTask): Promise<TaskListing | undefined> {
    const listing = cache.known(config.id, await fingerprint(config))
    return listing && forTask(listing, task)
  }

  /** Returns the listing that is on its way, or asks for it, if it comes soon. */
  async function firstList(
    config: ProviderConfig,
    asks: boolean,
  ): Promise<TaskListing | undefined> {
    const print = await fingerprint(config)
    if (!asks && !cache.pending(config.id, print)) return undefined
    const inTime = await within(firstListMilliseconds, of(config, 'chat', false))
    return inTime === late ? undefined : inTime
  }

  return {
    of,
    async ofAll(configs, task, refresh) {
      const listings = await Promise.all(
        configs.map(async (config) => {
          const listing = of(config, task, refresh)
          const inTime = await within(waitMilliseconds, listing)
          if (inTime !== late) return { config, listing: inTime }
          void listing.then(onLate)
          return { config, listing: await known(config, task) }
        }),
      )
      return collect(listings, task, complete)
    },
    async describe(config, modelId, { asks } = { asks: false }) {
      const listing = (await known(config, 'chat')) ?? (await firstList(config, asks))
      const listed = listing && 'models' in listing ? listing : undefined
      const { id: providerId, baseUrl } = config
      const unlisted = { providerId, modelId, name: modelId, local: isLocalAddress(baseUrl) }
      const model = listed?.models.find((candidate) => candidate.modelId === modelId) ?? unlisted
      return complete(withTask(model, 'chat'), config, {
        listed: listed?.ids,
        now: Date.now(),
      })
    },
    async check(config, modelId) {
      const find = async (id: string): Promise<Model> => {
        const { findModel } = await first(config)
        if (!findModel) throw new AppError('notSupported', 'The service tells of no single model')
        const limit = AbortSignal.timeout(checkMilliseconds)
        return findModel(id, limit)
      }
      const check = await checkModel({ modelId, find, listIds: () => listIds(config) })
      if (check.outcome !== 'found') return check
      return { ...check, model: complete(check.model, config, { now: Date.now() }) }
    },
    succeeded: cache.succeeded,
    isLoading: cache.isLoading,
    forget: cache.forget,
  }
}

type ListForTask = (listing: Listing, task: ModelTask) => TaskListing

/** Remembers the models of a listing: each message asks for them several times. */
function rememberByTask(list: ListForTask): ListForTask {
  const remembered = new WeakMap<Listing, Map<ModelTask, TaskListing>>()
  return (listing, task) => {
    const byTask = remembered.get(listing) ?? new Map<ModelTask, TaskListing>()
    remembered.set(listing, byTask)
    const found = byTask.get(task) ?? list(listing, task)
    byTask.set(task, found)
    return found
  }
}

/** Returns the provider's models for the task, of all that it lists. */
function listForTask(listing: Listing, task: ModelTask): TaskListing {
  if ('error' in listing) return listing
  const models = listing.models.filter(({ tasks = ['chat'] }) => tasks.includes(task))
  if (task === 'transcribe') models.sort(byTranscriptionRank)
  const bound = boundModels(models)
  return { ...bound, ids: new Set(bound.models.map(({ modelId }) => modelId)) }
}

function collect(
  listings: readonly { config: ProviderConfig; listing: TaskListing | undefined }[],
  task: ModelTask,
  complete: typeof completeModel,
): ModelList {
  const result: ModelList = { models: [], failures: [], cut: [] }
  for (const { config, listing } of listings) {
    if (listing === undefined) continue
    if ('error' in listing) {
      result.failures.push({ providerId: config.id, error: toWire(listing.error) })
      continue
    }
    if (listing.cut) result.cut.push(config.id)
    const options = { listed: listing.ids, now: Date.now() }
    for (const model of listing.models) {
      result.models.push(complete(withTask(model, task), config, options))
    }
  }
  return result
}

/** Adds the requested task to models whose adapter omits the tasks. */
function withTask(model: Model, task: ModelTask): Model {
  return { tasks: [task], ...model }
}
