import type { ModelReference } from '../../../shared/models.ts'
import { api } from '../../core/bridge.ts'
import { preferencesAtom, sameModel, store } from '../../core/store.ts'
import { attempt } from '../../core/failures.ts'

/** Puts a model among the favourites, or takes it out again. */
export function toggleFavourite({ providerId, modelId }: ModelReference): void {
  const preferences = store.get(preferencesAtom)
  if (!preferences) return
  const model = { providerId, modelId }
  const others = preferences.favouriteModels.filter((favourite) => !sameModel(favourite, model))
  const wasMarked = others.length < preferences.favouriteModels.length
  const favouriteModels = wasMarked ? others : [...others, model]
  // Shown at once: the answer of main comes as an event.
  store.set(preferencesAtom, { ...preferences, favouriteModels })
  attempt(api.settings.update({ favouriteModels }))
}
