import type { ModelReference } from '../../../shared/models.ts'
import { preferencesAtom, sameModel, store } from '../../core/store.ts'
import { updatePreferences } from '../../core/updatePreferences.ts'

/** Adds a model to the favourites, or removes it. */
export function toggleFavourite({ providerId, modelId }: ModelReference): void {
  const preferences = store.get(preferencesAtom)
  if (!preferences) return
  const model = { providerId, modelId }
  const others = preferences.favouriteModels.filter((favourite) => !sameModel(favourite, model))
  const wasMarked = others.length < preferences.favouriteModels.length
  const favouriteModels = wasMarked ? others : [...others, model]
  updatePreferences({ favouriteModels })
}
