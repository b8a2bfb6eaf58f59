import { atom } from 'jotai'
import type { Locale } from '../../shared/languages.ts'
import type { ModelReference } from '../../shared/models.ts'
import { openSettings } from '../core/settingsTarget.ts'
import { store } from '../core/store.ts'

/** The use of a voice: a language, and a model or all of them. */
export interface VoiceUse {
  locale: Locale
  model: ModelReference | null
}

/** The use that the settings show first when they open next. */
export const requestedVoiceUseAtom = atom<VoiceUse | null>(null)

/** Opens the settings for the voice of a use. */
export function openVoiceSettings(use: VoiceUse): void {
  store.set(requestedVoiceUseAtom, use)
  openSettings('voice')
}
