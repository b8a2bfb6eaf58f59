import type { Model, ModelReference } from '../../../shared/models.ts'
import { isRetired } from '../modelTables/retirementOf.ts'

/** The model for a tiny reply: one that the user has used, or else the cheapest of the list. */
export function chooseTestModel(
  models: readonly Model[],
  used: readonly ModelReference[],
  now: number,
): Model | undefined {
  const usable = models.filter(({ retirement }) => !retirement || !isRetired(retirement, now))
  const known = used.flatMap(({ providerId, modelId }) => {
    const model = usable.find((one) => one.providerId === providerId && one.modelId === modelId)
    return model ? [model] : []
  })
  if (known[0]) return known[0]
  const costs = usable.map((model) => ({ model, cost: costOf(model) }))
  return costs.sort((one, other) => one.cost - other.cost)[0]?.model
}

const smallName =
  /(?:^|[^a-z])(?:nano|mini|micro|lite|small|tiny|flash|haiku|luna|instant)(?:[^a-z]|$)/i
/** More than any token costs: a price that is known is better than a guess. */
const unknownCost = 1000

/** What is in memory answers at once, and of what has to be loaded the smallest file soonest. */
function costOf({ local, loadState, price, sizeBytes, modelId }: Model): number {
  if (local && loadState === 'loaded') return 0
  if (local && sizeBytes !== undefined) return 1 + sizeBytes / 1e12
  if (price) return price.input + price.output
  return smallName.test(modelId) ? unknownCost : unknownCost + 1
}
