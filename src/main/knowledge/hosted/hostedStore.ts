import { withTimeout } from '../../timeLimit.ts'
import type { KnowledgeStore, NearRange, StoreQuery } from '../store/knowledgeStore.ts'
import type { HostedApi } from './hostedApi.ts'
import type { HostedClient } from './hostedClient.ts'
import type { HostedStore } from './hostedRecord.ts'

/** Why a search did not ask a service: its texts are not there yet, or it did not answer. */
export type NearFailure = 'hosted' | 'hostedFailed'

export interface Near {
  near: NearRange[]
  failure: NearFailure | null
}

/**
 * The store of bases whose texts lie at a service, too, which finds by meaning. Texts, words and
 * places are in the local store: so a passage opens where it stands, and words are found offline.
 */
export interface HostedKnowledgeStore extends KnowledgeStore {
  /** Asks the service. A failure is told, not thrown. Errors: aborted. */
  nearest: (
    query: Pick<StoreQuery, 'baseIds' | 'words' | 'filter'>,
    signal?: AbortSignal,
  ) => Promise<Near>
}

export interface HostedStoreOptions {
  local: KnowledgeStore
  table: HostedClient
  /** Errors: providerMissing. */
  apiOf: (store: HostedStore, signal: AbortSignal) => Promise<HostedApi>
  /** Deletes at the service what is to be deleted of a base. */
  removeLeft: (baseId: string) => Promise<void>
  /** Called when the service did not answer a search of a base. */
  onFailed: (baseId: string) => void
}

/** The service's limit for one search. */
const maxChunks = 50
/** A question that waits longer is answered by words alone. */
const searchMilliseconds = 8000

export function createHostedStore(options: HostedStoreOptions): HostedKnowledgeStore {
  const { local, table, apiOf, removeLeft, onFailed } = options

  async function nearestIn(
    baseId: string,
    { words, filter }: Pick<StoreQuery, 'words' | 'filter'>,
    signal: AbortSignal,
  ): Promise<Near> {
    const known = await table.hostedStore(baseId)
    if (!known || known.storeId === null || known.isExpired) return { near: [], failure: 'hosted' }
    const { storeId } = known
    try {
      const chunks = await withTimeout(searchMilliseconds, signal, async (limit) => {
        const api = await apiOf(known, limit)
        return api.search(storeId, { words, filter, limit: maxChunks })
      })
      return { near: await table.findChunks(baseId, chunks), failure: null }
    } catch (error) {
      if (signal.aborted) throw error
      onFailed(baseId)
      return { near: [], failure: 'hostedFailed' }
    }
  }

  const nearest: HostedKnowledgeStore['nearest'] = async (
    { baseIds, ...asked },
    signal = new AbortController().signal,
  ) => {
    if (asked.words.trim() === '') return { near: [], failure: null }
    const found = await Promise.all(baseIds.map((baseId) => nearestIn(baseId, asked, signal)))
    const near = found.flatMap((one) => one.near)
    if (found.length > 1) near.sort((first, second) => second.similarity - first.similarity)
    const failures = found.map(({ failure }) => failure)
    if (failures.includes('hostedFailed')) return { near, failure: 'hostedFailed' }
    return { near, failure: failures.includes(null) ? null : (failures[0] ?? null) }
  }

  return {
    nearest,
    put: (...given) => local.put(...given),
    openSpace: (...given) => local.openSpace(...given),
    useSpace: (...given) => local.useSpace(...given),
    dropSpace: (...given) => local.dropSpace(...given),
    missingVectors: (...given) => local.missingVectors(...given),
    vectorCounts: (...given) => local.vectorCounts(...given),
    putVectors: (...given) => local.putVectors(...given),
    isFound: (...given) => local.isFound(...given),
    neighbours: (...given) => local.neighbours(...given),
    text: (...given) => local.text(...given),
    lines: (...given) => local.lines(...given),
    stats: (...given) => local.stats(...given),
    close: () => Promise.resolve(),
    async remove(baseId, sourceIds) {
      await table.leave(baseId, sourceIds)
      await local.remove(baseId, sourceIds)
      await removeLeft(baseId)
    },
    async removeBase(baseId) {
      await local.removeBase(baseId)
      await removeLeft(baseId)
    },
    async search(query, signal) {
      const { near } = query.near ? { near: query.near } : await nearest(query, signal)
      return local.search({ ...query, near }, signal)
    },
  }
}
