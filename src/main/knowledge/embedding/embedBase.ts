import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Space } from '../store/knowledgeStore.ts'
import { batches } from './batches.ts'
import type { EmbedBaseOptions } from './embedBaseOptions.ts'
import { isSame, openSpace } from './openSpace.ts'
import { settleEmbedded } from './settleEmbedded.ts'

const pageLength = 512

/**
 * Gives every passage of a base a vector of the model. Each batch is in the store before the next is
 * asked for, so that a kill costs one batch at most. `untilRead` resolves to false once no more
 * passages will come, and to true when some have. Errors: those of `Embedder.embed`, aborted.
 */
export async function embedBase(
  baseId: string,
  model: ModelReference,
  untilRead: () => Promise<boolean>,
  options: EmbedBaseOptions,
): Promise<void> {
  const { store } = options
  let space: Space | undefined
  let isReading = true
  for (;;) {
    space ??= await openSpace(baseId, model, options)
    const missing = await store.missingVectors(baseId, space.id, pageLength)
    if (missing.length === 0) {
      await settleEmbedded(baseId, space.id, options)
      if (!isReading) break
      isReading = await untilRead()
    }
    for (const batch of batches(missing)) {
      // The user may have chosen another model meanwhile.
      if (!(await isChosen(baseId, model, options))) return
      await embedBatch(baseId, space, batch, options)
      await settleEmbedded(baseId, space.id, options)
    }
  }
  if (await isChosen(baseId, model, options)) await serve(baseId, space, options)
}

async function isChosen(
  baseId: string,
  model: ModelReference,
  { catalogue }: EmbedBaseOptions,
): Promise<boolean> {
  const { embedder } = await catalogue.base(baseId)
  return embedder !== null && isSame(embedder, model)
}

async function embedBatch(
  baseId: string,
  space: Space,
  batch: readonly { textHash: string; text: string }[],
  options: EmbedBaseOptions,
): Promise<void> {
  const { catalogue, store, embedder, signal, onChanged } = options
  const texts = batch.map(({ text }) => text)
  const embedded = await embedder.embed(space.model, texts, { purpose: 'passage', signal })
  await catalogue.addSpent(baseId, embedded.tokens, embedded.dollars)
  const split = embedded.parts.filter((parts) => parts > 1).length
  if (split > 0) await catalogue.addSplit(baseId, split)
  const dimensions = embedded.vectors[0]?.length ?? 0
  if (dimensions !== space.dimensions) {
    const told = `${String(dimensions)} dimensions instead of ${String(space.dimensions)}`
    throw new AppError('embeddingMismatch', told, { model: space.model.modelId })
  }
  await store.putVectors(
    space.id,
    batch.flatMap(({ textHash }, index) => {
      const values = embedded.vectors[index]
      return values ? [{ textHash, values }] : []
    }),
  )
  onChanged()
}

/** Lets searches use the complete space, and deletes those that it replaces. */
async function serve(baseId: string, space: Space, options: EmbedBaseOptions): Promise<void> {
  const { store, onChanged } = options
  const { spaces } = await store.stats(baseId)
  if (!spaces.some((one) => one.isUsed && one.space.id === space.id)) {
    await store.useSpace(baseId, space.id)
    onChanged()
  }
  for (const { space: other } of spaces) {
    if (other.id !== space.id) await store.dropSpace(baseId, other.id)
  }
}
