import type { Hit } from '../../../shared/knowledge/knowledge.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { withTimeout } from '../../timeLimit.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import { isSame } from '../embedding/openSpace.ts'
import type { Rerank } from './createRerank.ts'

export interface RerankHitsOptions {
  catalogue: Pick<CatalogueClient, 'base' | 'addSpent'>
  rerank: Rerank
  /** An order that comes later is worth less than an answer; 10 seconds by default. */
  milliseconds?: number
}

/** Hits in their last order. */
export interface RerankedHits {
  hits: readonly Hit[]
  /** Null without a reranker, false if one failed or took too long. */
  reranked: boolean | null
}

/** The hits that a model judges: more cost time, and what comes later hardly helps. */
const maxJudgedHits = 30
const rerankMilliseconds = 10_000

/**
 * Lets the rerankers of bases sort their hits. Hits of bases with the same reranker change places
 * among themselves; those of bases without keep theirs. If a reranker fails or takes too long, its
 * hits stay in the order of the ranks. Errors: aborted.
 */
export async function rerankHits(
  hits: readonly Hit[],
  query: string,
  options: RerankHitsOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<RerankedHits> {
  const groups = await groupByReranker(hits.slice(0, maxJudgedHits), options.catalogue)
  if (groups.length === 0) return { hits, reranked: null }
  const sorted = [...hits]
  const done = await Promise.all(
    groups.map(async (group) => {
      // One hit has nothing to change places with.
      if (group.hits.length < 2) return true
      try {
        const judged = await judge(group, query, options, signal)
        for (const [position, hit] of judged.entries()) sorted[group.places[position] ?? 0] = hit
        return true
      } catch (error) {
        if (signal.aborted) throw error
        return false
      }
    }),
  )
  return { hits: sorted, reranked: done.every(Boolean) }
}

interface Group {
  model: ModelReference
  hits: Hit[]
  /** Indices of `hits` in the whole list. */
  places: number[]
}

async function groupByReranker(
  hits: readonly Hit[],
  catalogue: Pick<CatalogueClient, 'base'>,
): Promise<Group[]> {
  const baseIds = [...new Set(hits.map(({ place }) => place.baseId))]
  const models = new Map(
    await Promise.all(
      baseIds.map(async (id) => [id, (await catalogue.base(id)).reranker] as const),
    ),
  )
  const groups: Group[] = []
  for (const [index, hit] of hits.entries()) {
    const model = models.get(hit.place.baseId)
    if (!model) continue
    let group = groups.find((one) => isSame(one.model, model))
    if (!group) groups.push((group = { model, hits: [], places: [] }))
    group.hits.push(hit)
    group.places.push(index)
  }
  return groups
}

/** Returns the hits of a group, the best first. What the model left out comes last. */
async function judge(
  { model, hits }: Group,
  query: string,
  { catalogue, rerank, milliseconds = rerankMilliseconds }: RerankHitsOptions,
  signal: AbortSignal,
): Promise<Hit[]> {
  const texts = hits.map(({ sourceName, headings, text }) =>
    [[sourceName, ...headings].join(' › '), text].join('\n'),
  )
  const { scores, tokens, dollars } = await withTimeout(milliseconds, signal, (limit) =>
    rerank(model, query, texts, limit),
  )
  const [first] = hits
  if (first) await catalogue.addSpent(first.place.baseId, tokens, dollars)
  return hits
    .map((hit, index) => ({ ...hit, rerankScore: scores[index] ?? null }))
    .toSorted((one, other) => (other.rerankScore ?? -Infinity) - (one.rerankScore ?? -Infinity))
}
