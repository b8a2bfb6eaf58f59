import type { Locale } from '../../shared/languages.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Voice, VoicePreferences, VoiceReference } from '../../shared/speech/voices.ts'
import { api } from '../core/bridge.ts'
import { favouritesOf } from './favouriteVoices.ts'
import { isVoiceOffered } from './isVoiceOffered.ts'
import { listSystemVoices } from './systemVoices.ts'

/** Returns every voice for a language: main's, and the system's, which speak in the page. */
export async function listVoices(locale: Locale): Promise<Voice[]> {
  const voices = await Promise.all([api.voices.list({ locale }), listSystemVoices(locale)])
  return voices.flat()
}

/**
 * Returns the voice for a language: the favourite of the model that wrote the text, if that voice
 * is still there; else the favourite for all models; else the first free one, or any. One of fal is
 * only taken as a favourite: each of its sentences costs money, and its key is for other things too.
 */
export async function chooseVoice(
  locale: Locale,
  model: ModelReference | null,
  preferences: VoicePreferences,
): Promise<VoiceReference | undefined> {
  const own = model && favouritesOf(preferences, model)[locale]
  if (own && (await isVoiceOffered(own, preferences))) return own
  const favourite = preferences.favourites[locale]
  if (favourite) return favourite
  const voices = await listVoices(locale)
  const order: VoiceReference['family'][] = ['system', 'program', 'neural', 'openAi']
  for (const family of order) {
    const voice = voices.find(({ reference }) => reference.family === family)
    if (voice) return voice.reference
  }
  return undefined
}
