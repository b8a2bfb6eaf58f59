import type { Locale } from '../../shared/languages.ts'
import type { ModelReference } from '../../shared/models.ts'
import type {
  FavouriteVoices,
  VoicePreferences,
  VoiceReference,
} from '../../shared/speech/voices.ts'
import { sameModel } from '../core/store.ts'

type Favourites = Pick<VoicePreferences, 'favourites' | 'modelFavourites'>

/** Returns a model's own favourites; without a model, those for all. */
export function favouritesOf(
  preferences: Favourites,
  model: ModelReference | null,
): FavouriteVoices {
  if (!model) return preferences.favourites
  return preferences.modelFavourites.find((entry) => sameModel(entry, model))?.favourites ?? {}
}

/** Sets a model's favourite voice, or the one for all models; `null` clears it. */
export function setFavourite(
  preferences: Favourites,
  model: ModelReference | null,
  locale: Locale,
  voice: VoiceReference | null,
): Favourites {
  const { [locale]: _before, ...others } = favouritesOf(preferences, model)
  const favourites = voice ? { ...others, [locale]: voice } : others
  const { modelFavourites } = preferences
  if (!model) return { favourites, modelFavourites }
  const { providerId, modelId } = model
  const rest = modelFavourites.filter((entry) => !sameModel(entry, model))
  const isEmpty = Object.keys(favourites).length === 0
  return {
    favourites: preferences.favourites,
    modelFavourites: isEmpty ? rest : [...rest, { providerId, modelId, favourites }],
  }
}
