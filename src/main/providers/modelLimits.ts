import type { Model } from '../../shared/models.ts'

/** Of one provider; the longest real lists, those of gateways, have a few hundred. */
export const modelsMaximum = 2000
/** How much of a list is read, whatever its models are for. */
export const entriesMaximum = 5 * modelsMaximum
const nameLengthMaximum = 300

export interface BoundModels {
  models: Model[]
  /** Whether there were more. */
  cut: boolean
}

/** Each model once, and no more of them than the page can show. */
export function boundModels(models: readonly Model[]): BoundModels {
  const byId = new Map<string, Model>()
  for (const model of models) {
    if (byId.has(model.modelId)) continue
    if (byId.size === modelsMaximum) return { models: [...byId.values()], cut: true }
    byId.set(model.modelId, { ...model, name: model.name.slice(0, nameLengthMaximum) })
  }
  return { models: [...byId.values()], cut: false }
}
