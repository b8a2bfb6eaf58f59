import { isObject, parseJson } from '../../../shared/json.ts'
import type { MediaModel } from '../../../shared/media/media.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { storeLocally } from '../../core/stored/storeLocally.ts'

const key = 'mediaModel'

/** Returns the model that the user has chosen last, if it is still there. */
export function lastModel(models: readonly MediaModel[]): MediaModel | undefined {
  const stored = parseJson(localStorage.getItem(key) ?? '')
  if (!isObject(stored)) return undefined
  const { providerId, modelId } = stored
  return models.find((model) => model.providerId === providerId && model.modelId === modelId)
}

export function rememberModel({ providerId, modelId }: ModelReference): void {
  storeLocally(key, JSON.stringify({ providerId, modelId }))
}
