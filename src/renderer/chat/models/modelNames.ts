import { atom } from 'jotai'
import type { ModelReference } from '../../../shared/models.ts'
import { modelsAtom } from '../../core/store.ts'

const namesAtom = atom((get) => {
  const models = get(modelsAtom) ?? []
  return new Map(models.map((model) => [keyOf(model), model.name]))
})

/** Returns a model's name by its reference; its id if no provider lists it. */
export const modelNameAtom = atom((get) => {
  const names = get(namesAtom)
  return (model: ModelReference): string => names.get(keyOf(model)) ?? model.modelId
})

function keyOf({ providerId, modelId }: ModelReference): string {
  return `${providerId} ${modelId}`
}
