import type { Model } from '../../../shared/models.ts'
import { maxModelNameLength } from '../../../shared/limits.ts'

/** The limit for one provider. The longest real lists, from gateways, have a few hundred models. */
export const maxModels = 2000
/** The number of list entries read, of models for any task. */
export const maxEntries = 5 * maxModels

export interface BoundModels {
  models: Model[]
  /** True if there were more models. */
  cut: boolean
}

/** Removes duplicates and limits the number of models. */
export function boundModels(models: readonly Model[]): BoundModels {
  const byId = new Map<string, Model>()
  for (const model of models) {
    if (byId.has(model.modelId)) continue
    if (byId.size === maxModels) return { models: [...byId.values()], cut: true }
    byId.set(model.modelId, { ...model, name: model.name.slice(0, maxModelNameLength) })
  }
  return { models: [...byId.values()], cut: false }
}
