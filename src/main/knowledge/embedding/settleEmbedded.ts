import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'

interface SettleOptions {
  catalogue: CatalogueClient
  store: Pick<KnowledgeStore, 'vectorCounts'>
  onChanged: () => void
}

const pageLength = 200

/**
 * Brings the states of sources up to their vectors: those that have all are ready. Vectors come in
 * the order of the sources, so the first one without any ends the look.
 */
export async function settleEmbedded(
  baseId: string,
  spaceId: number,
  { catalogue, store, onChanged }: SettleOptions,
): Promise<void> {
  for (let after = 0; ;) {
    const page = await catalogue.embedding(baseId, after, pageLength)
    const last = page.at(-1)
    if (!last) return
    const counts = new Map<string, { done: number; total: number }>()
    const ids = page.map(({ source }) => source.id)
    for (const count of await store.vectorCounts(spaceId, ids)) counts.set(count.sourceId, count)
    const states = ids.map((id) => ({ id, status: stateOf(counts.get(id)) }))
    const advanced = states.filter(({ status }) => status.state !== 'embedding' || status.done > 0)
    await catalogue.setStates(advanced)
    if (advanced.length > 0) onChanged()
    if (advanced.length < page.length || page.length < pageLength) return
    after = last.sequence
  }
}

/** A source that the store has lost is read again. */
function stateOf(count: { done: number; total: number } | undefined): SourceState {
  if (!count) return { state: 'waiting' }
  const { done, total } = count
  return done >= total ? { state: 'ready', passages: total } : { state: 'embedding', done, total }
}
