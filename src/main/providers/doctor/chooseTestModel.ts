import type { Model, ModelReference } from '../../../shared/models.ts'
import { isRetired } from '../modelTables/retirementOf.ts'

/** Returns the model for the test reply: the last used one, else the cheapest. */
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
/** More than the price of any token, so that a known price always wins. */
const unknownCost = 1000

/** Prefers loaded local models, then the smallest file, which loads fastest. */
function costOf({ local, loadState, price, sizeBytes, modelId }: Model): number {
  if (local && loadState === 'loaded') return 0
  if (local && sizeBytes !== undefined) return 1 + sizeBytes / 1e12
  if (price) return price.input + price.output
  return smallName.test(modelId) ? unknownCost : unknownCost + 1
}
