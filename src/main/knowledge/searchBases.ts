import { AppError } from '../../shared/errors.ts'
import type { Hit, SearchFilter, WordsOnly } from '../../shared/knowledge/knowledge.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { CatalogueClient } from './catalogue/catalogue.ts'
import type { Embedder } from './embedding/embedder.ts'
import type { HostedKnowledgeStore } from './hosted/hostedStore.ts'
import { rerankHits } from './reranking/rerankHits.ts'
import type { Rerank } from './reranking/createRerank.ts'
import type { FoundPassage, KnowledgeStore, Space, StoreQuery } from './store/knowledgeStore.ts'

export interface SearchRequest {
  baseIds: readonly string[]
  query: string
  filter: SearchFilter
  limit: number
  /** True to keep the question on this computer, because the user is still typing it. */
  typing?: boolean | undefined
}

export interface SearchResult {
  hits: Hit[]
  /** Whether somebody was not asked because the user is still typing. */
  heldBack: boolean
  /** Why words alone were searched; null if vectors were too. */
  wordsOnly: WordsOnly | null
  /** Null without a reranker, false if one failed or took too long. */
  reranked: boolean | null
  milliseconds: number
}

/** Searches bases. Errors: baseMissing, aborted, knowledgeDamaged. */
export type SearchBases = (request: SearchRequest, signal?: AbortSignal) => Promise<SearchResult>

export interface SearchBasesOptions {
  catalogue: CatalogueClient
  storeOf: (baseId: string) => Promise<KnowledgeStore>
  embedder: Embedder
  /** The store whose service finds by meaning itself. */
  hosted: HostedKnowledgeStore
  /** The store of the team, which is on another computer. */
  team: KnowledgeStore
  rerank: Rerank
}

/** A question that waits longer is answered by words alone. */
const questionMilliseconds = 8000
const questionsKept = 100
/** A reranker finds the best among more than are asked for. */
const maxRerankedHits = 50

export function createSearchBases(options: SearchBasesOptions): SearchBases {
  const { catalogue, storeOf, embedder, hosted, team, rerank } = options
  const questions = new Map<string, Promise<Float32Array | undefined>>()

  /** Returns a question's vector, which typing and asking again need more than once. */
  async function vectorOf(
    { model, dimensions }: Space,
    query: string,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array> {
    const key = JSON.stringify([model.providerId, model.modelId, query])
    const asked = questions.get(key) ?? embedQuestion(model, query)
    questions.delete(key)
    questions.set(key, asked)
    asked.catch(() => questions.delete(key))
    for (const oldest of questions.keys()) {
      if (questions.size <= questionsKept) break
      questions.delete(oldest)
    }
    const values = await untilStopped(asked, signal)
    if (values?.length === dimensions) return values
    throw new AppError('embeddingMismatch', 'The question has other dimensions', {
      model: model.modelId,
    })
  }

  async function embedQuestion(
    model: ModelReference,
    query: string,
  ): Promise<Float32Array | undefined> {
    const { vectors } = await embedder.embed(model, [query], {
      purpose: 'question',
      signal: AbortSignal.timeout(questionMilliseconds),
    })
    return vectors[0]
  }

  /** Returns the question's vectors, and why there are none for a base. */
  async function vectorsFor(
    baseIds: readonly string[],
    { query, typing = false }: SearchRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ vectors: StoreQuery['vectors']; wordsOnly: SearchResult['wordsOnly'] }> {
    const vectors = new Map<number, Float32Array>()
    let wordsOnly: SearchResult['wordsOnly'] = null
    for (const baseId of baseIds) {
      const { embedder: chosen } = await catalogue.base(baseId)
      if (!chosen) {
        wordsOnly ??= 'noEmbedder'
        continue
      }
      const { spaces } = await (await storeOf(baseId)).stats(baseId)
      const used = spaces.find(({ isUsed, done }) => isUsed && done > 0)
      if (!used) {
        wordsOnly ??= 'embedding'
        continue
      }
      if (vectors.has(used.space.id)) continue
      // Nor is a server on this computer asked: it may pass the question on.
      if (typing) {
        wordsOnly = 'typing'
        continue
      }
      try {
        vectors.set(used.space.id, await vectorOf(used.space, query, signal))
      } catch (error) {
        if (signal?.aborted) throw error
        wordsOnly = 'embedderFailed'
      }
    }
    return {
      vectors: [...vectors].map(([spaceId, values]) => ({ spaceId, values })),
      wordsOnly: vectors.size > 0 ? null : wordsOnly,
    }
  }

  /** Returns what the sources are called now: a file that moved is not indexed again. */
  async function namesOf(found: readonly FoundPassage[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(found.map(({ place }) => place.sourceId))]
    const names = await catalogue.sourceNames(ids)
    return new Map(names.map(({ id, name }) => [id, name]))
  }

  return async (request, signal) => {
    const { baseIds, query, filter, limit, typing = false } = request
    const began = performance.now()
    const byStore = new Map<KnowledgeStore, string[]>()
    for (const baseId of baseIds) {
      const store = await storeOf(baseId)
      byStore.set(store, [...(byStore.get(store) ?? []), baseId])
    }
    const records = await Promise.all(baseIds.map((baseId) => catalogue.base(baseId)))
    const hasReranker = records.some(({ reranker }) => reranker !== null)
    const isReranked = hasReranker && !typing
    const most = isReranked ? Math.max(limit, maxRerankedHits) : limit
    // Each store has spaces of its own; ranks of different stores can be compared.
    const results = await Promise.all(
      Array.from(byStore, async ([store, ids]) => {
        const asked = { baseIds: ids, words: query, filter, limit: most }
        if (typing && store === team) return { found: [], wordsOnly: 'typing' as const }
        if (store === hosted) {
          const { near, failure } = typing
            ? { near: [], failure: 'typing' as const }
            : await hosted.nearest(asked, signal)
          const found = await store.search({ ...asked, vectors: [], near }, signal)
          return { found, wordsOnly: failure }
        }
        const { vectors, wordsOnly } = await vectorsFor(ids, request, signal)
        return { found: await store.search({ ...asked, vectors }, signal), wordsOnly }
      }),
    )
    const found = results.flatMap((result) => result.found)
    if (results.length > 1) found.sort((first, second) => second.score - first.score)
    const names = await namesOf(found)
    const named = found.map((hit) => ({
      ...hit,
      sourceName: names.get(hit.place.sourceId) ?? hit.sourceName,
      rerankScore: null,
    }))
    const { hits, reranked } = isReranked
      ? await rerankHits(named, query, { catalogue, rerank }, signal)
      : { hits: named, reranked: null }
    const wordsOnly = joinReasons(results)
    return {
      hits: hits.slice(0, limit),
      heldBack: wordsOnly === 'typing' || (hasReranker && typing),
      reranked,
      wordsOnly,
      milliseconds: performance.now() - began,
    }
  }
}

/**
 * Returns why words alone were searched: in any store that was not asked or failed, or else in all.
 */
function joinReasons(
  results: readonly Pick<SearchResult, 'wordsOnly'>[],
): SearchResult['wordsOnly'] {
  const reasons = results.map(({ wordsOnly }) => wordsOnly)
  for (const failure of ['typing', 'embedderFailed', 'hostedFailed'] as const) {
    if (reasons.includes(failure)) return failure
  }
  return reasons.includes(null) ? null : (reasons[0] ?? 'noEmbedder')
}

/** Waits for an answer that others may wait for too. */
function untilStopped<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('aborted', 'The search was stopped'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
