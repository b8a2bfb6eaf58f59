import { atom } from 'jotai'
import type { ModelReference } from '../../../shared/models.ts'
import { modelKey, modelsAtom } from '../../core/store.ts'

const namesAtom = atom((get) => {
  const models = get(modelsAtom) ?? []
  return new Map(models.map((model) => [modelKey(model), model.name]))
})

/** Returns a model's name by its reference; its id if no provider lists it. */
export const modelNameAtom = atom((get) => {
  const names = get(namesAtom)
  return (model: ModelReference): string => names.get(modelKey(model)) ?? model.modelId
})
