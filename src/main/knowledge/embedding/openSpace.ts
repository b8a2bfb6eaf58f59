import type { ModelReference } from '../../../shared/models.ts'
import type { Space } from '../store/knowledgeStore.ts'
import type { EmbedBaseOptions } from './embedBaseOptions.ts'

/** Says how many dimensions a model has. */
const probe = 'Parley'

/** Returns the base's space of a model. The first space of a base serves at once. */
export async function openSpace(
  baseId: string,
  model: ModelReference,
  options: EmbedBaseOptions,
): Promise<Space> {
  const { catalogue, store, embedder, signal } = options
  const { spaces } = await store.stats(baseId)
  const known = spaces.find(({ space }) => isSame(space.model, model))
  if (!known) {
    const { vectors, tokens, dollars } = await embedder.embed(model, [probe], {
      purpose: 'passage',
      signal,
    })
    await catalogue.addSpent(baseId, tokens, dollars)
    const space = await store.openSpace(baseId, model, vectors[0]?.length ?? 0)
    if (!spaces.some(({ isUsed }) => isUsed)) await store.useSpace(baseId, space.id)
    return space
  }
  if (!spaces.some(({ isUsed }) => isUsed)) await store.useSpace(baseId, known.space.id)
  return known.space
}

export function isSame(one: ModelReference, other: ModelReference): boolean {
  return one.providerId === other.providerId && one.modelId === other.modelId
}
