import { AppError } from '../../../shared/errors.ts'
import type {
  ExpiryDays,
  HostedBase,
  HostedLeft,
} from '../../../shared/knowledge/knowledgeHosted.ts'
import {
  expiryDays as expiryChoices,
  hostedDollarsPerGigabyteAndDay,
} from '../../../shared/knowledge/knowledgeHosted.ts'
import type { Provider } from '../../providers/provider.ts'
import { within } from '../../timeLimit.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import { createHostedApi, type HostedApi } from './hostedApi.ts'
import type { HostedClient } from './hostedClient.ts'
import type { HostedFile, HostedStore } from './hostedRecord.ts'
import { createHostedStore, type HostedKnowledgeStore } from './hostedStore.ts'
import { removeLeft } from './removeLeft.ts'
import { syncHosted, usageOf, type SyncHostedOptions } from './syncHosted.ts'

export interface HostedBasesOptions {
  table: HostedClient
  catalogue: CatalogueClient
  local: KnowledgeStore
  /** Returns a provider. Errors: providerMissing. */
  lookup: (providerId: string) => Promise<Pick<Provider, 'call'>>
  /** Returns the address of a provider. Errors: providerMissing. */
  addressOf: (providerId: string) => string
  wait: SyncHostedOptions['wait']
  requestIndex: (baseId: string) => void
  onChanged: (baseId: string) => void
}

export interface HostedPlan {
  sources: { name: string; sizeBytes: number }[]
  count: number
  sizeBytes: number
  host: string
  until: number
}

/** The bases whose texts lie at a service. Errors: baseMissing, providerMissing. */
export interface HostedBases {
  store: HostedKnowledgeStore
  /** Records where a base's texts will go. Nothing is sent. Errors: badInput, notSupported. */
  add: (
    base: { id: string; name: string; providerId: string | null },
    days: ExpiryDays,
  ) => Promise<void>
  describe: (baseId: string) => Promise<HostedBase | null>
  isApproved: (baseId: string, sourceId: string) => Promise<boolean>
  /** Brings the service up to date. See `syncHosted`. */
  sync: (
    baseId: string,
    untilRead: () => Promise<boolean>,
    given: { onChanged: () => void; signal: AbortSignal },
  ) => Promise<void>
  plan: (baseId: string) => Promise<HostedPlan>
  approve: (baseId: string, until: number, approvesAll: boolean) => Promise<void>
  rename: (baseId: string, name: string) => Promise<void>
  setExpiry: (baseId: string, days: ExpiryDays) => Promise<void>
  files: (baseId: string) => Promise<
    {
      id: string
      name: string | null
      usageBytes: number
      state: 'in_progress' | 'completed' | 'cancelled' | 'failed'
    }[]
  >
  left: () => Promise<HostedLeft[]>
  deleteLeft: () => Promise<HostedLeft[]>
  /** Stops to list what could not be deleted, such as that of a provider that is gone. */
  forgetLeft: () => Promise<HostedLeft[]>
}

const plannedNames = 200
const requestMilliseconds = 30_000
/** Time to wait for a removal. Anything left is then shown in a list while the removal goes on. */
const removeMilliseconds = 3000
const bytesPerGigabyte = 1_000_000_000
const pricedHost = 'api.openai.com'
/** A search that failed may mean that the store has expired: it is looked at, but not each time. */
const lookMilliseconds = 10 * 60_000

export function createHostedBases(options: HostedBasesOptions): HostedBases {
  const { table, catalogue, lookup, requestIndex } = options
  const lookedAt = new Map<string, number>()
  const begun = new Set<string>()

  async function apiOf(
    { providerId }: Pick<HostedStore, 'providerId'>,
    signal = AbortSignal.timeout(requestMilliseconds),
  ): Promise<HostedApi> {
    // Looked up when it is needed: who has nothing to send needs no provider.
    const call: Provider['call'] = async (given, limit) => {
      const provider = await lookup(providerId)
      if (provider.call) return provider.call(given, limit)
      throw new AppError('notSupported', 'The provider has no vector stores')
    }
    return createHostedApi({ call }, signal)
  }

  async function get(baseId: string): Promise<HostedStore> {
    const store = await table.hostedStore(baseId)
    if (store) return store
    throw new AppError('baseMissing', 'The base is at no service')
  }

  function hostOf(providerId: string): string {
    return URL.parse(options.addressOf(providerId))?.host ?? ''
  }

  const remove = (baseId?: string): Promise<void> => removeLeft({ table, begun, apiOf }, baseId)

  async function left(): Promise<HostedLeft[]> {
    const { stores, files } = await table.leaving()
    const known = new Map((await table.hostedStores()).map((store) => [store.baseId, store]))
    const describe = (row: HostedStore | HostedFile): HostedLeft[] => {
      const store = known.get(row.baseId)
      if (!store) return []
      const { providerId, name: baseName } = store
      const isFile = 'fileId' in row
      const facts = {
        name: isFile ? row.name : null,
        sizeBytes: isFile ? row.sizeBytes : row.usageBytes,
      }
      return [{ providerId, baseName, ...facts, error: row.error }]
    }
    const remaining = stores.filter(({ isAsked, storeId }) => isAsked || storeId !== null)
    return [...remaining, ...files].flatMap(describe)
  }

  return {
    store: createHostedStore({
      ...{ local: options.local, table, apiOf },
      // A failed deletion is listed, and tried again at the next start.
      async removeLeft(baseId) {
        const removal = remove(baseId).finally(() => options.onChanged(baseId))
        removal.catch(() => undefined)
        await within(removeMilliseconds, removal)
      },
      onFailed(baseId) {
        const before = lookedAt.get(baseId) ?? -Infinity
        if (performance.now() - before < lookMilliseconds) return
        lookedAt.set(baseId, performance.now())
        requestIndex(baseId)
      },
    }),
    async add({ id, name, providerId }, days) {
      if (providerId === null) throw new AppError('badInput', 'There is no provider')
      const provider = await lookup(providerId)
      if (!provider.call) throw new AppError('notSupported', 'The provider has no vector stores')
      await table.addHostedStore({ baseId: id, providerId, name, expiryDays: days })
    },
    async describe(baseId) {
      const store = await table.hostedStore(baseId)
      if (!store) return null
      const counts = await table.countHosted(baseId)
      const { providerId, isExpired, storeId, usageBytes, expiresAt, approvesAll } = store
      const isPriced = isKnown(providerId) && hostOf(providerId) === pricedHost
      const days = expiryChoices.find((choice) => choice === store.expiryDays) ?? 30
      return {
        ...{ providerId, usageBytes, expiresAt, approvesAll, expiryDays: days },
        state: isExpired ? 'expired' : storeId === null ? 'none' : 'ready',
        dollarsPerDay: isPriced
          ? (usageBytes / bytesPerGigabyte) * hostedDollarsPerGigabyteAndDay
          : null,
        ...counts,
      }
    },
    isApproved: (baseId, sourceId) => table.isApproved(baseId, sourceId),
    async sync(baseId, untilRead, { onChanged, signal }) {
      const api = await apiOf(await get(baseId), signal)
      const { local: store, wait } = options
      await syncHosted(baseId, untilRead, {
        ...{ api, table, begun, catalogue, store, wait, onChanged, signal },
      })
    },
    async plan(baseId) {
      const { providerId } = await get(baseId)
      const sources = await table.unapproved(baseId)
      return {
        sources: sources.slice(0, plannedNames).map(({ name, sizeBytes }) => ({ name, sizeBytes })),
        count: sources.length,
        sizeBytes: sources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        host: hostOf(providerId),
        until: Math.max(0, ...sources.map(({ sequence }) => sequence)),
      }
    },
    async approve(baseId, until, approvesAll) {
      const { isExpired } = await get(baseId)
      await table.approve(baseId, until, approvesAll)
      if (isExpired) {
        // The files are there still: only what searches them is made again.
        await table.detachFiles(baseId)
        await table.changeHostedStore(baseId, { storeId: null, isAsked: false, isExpired: false })
      }
      requestIndex(baseId)
    },
    async rename(baseId, name) {
      const store = await table.hostedStore(baseId)
      if (!store) return
      await table.changeHostedStore(baseId, { name })
      if (store.storeId === null || store.isExpired) return
      // Only people who look at it there see the name.
      const api = await apiOf(store)
      await api.changeStore(store.storeId, { name }).catch(() => undefined)
    },
    async setExpiry(baseId, days) {
      const store = await get(baseId)
      if (store.storeId !== null && !store.isExpired) {
        const api = await apiOf(store)
        await api.changeStore(store.storeId, { expiryDays: days })
        await table.changeHostedStore(baseId, usageOf(await api.store(store.storeId)))
      }
      await table.changeHostedStore(baseId, { expiryDays: days })
    },
    async files(baseId) {
      const store = await get(baseId)
      if (store.storeId === null || store.isExpired) return []
      const api = await apiOf(store)
      const [found, known] = await Promise.all([api.storeFiles(store.storeId), table.files(baseId)])
      const names = new Map(known.map(({ fileId, name }) => [fileId, name]))
      return found.map(({ id, usage_bytes: usageBytes, status: state }) => ({
        ...{ id, usageBytes, state },
        name: names.get(id) ?? null,
      }))
    },
    left,
    async deleteLeft() {
      await remove()
      return left()
    },
    async forgetLeft() {
      await table.forgetLeaving()
      return left()
    },
  }

  function isKnown(providerId: string): boolean {
    try {
      options.addressOf(providerId)
      return true
    } catch {
      return false
    }
  }
}
