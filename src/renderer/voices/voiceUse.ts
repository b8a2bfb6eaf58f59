import { atom } from 'jotai'
import type { Locale } from '../../shared/languages.ts'
import type { ModelReference } from '../../shared/models.ts'
import { openSettings } from '../core/settingsTarget.ts'
import { store } from '../core/store.ts'

/** What a voice is chosen for: a language, and a model or all of them. */
export interface VoiceUse {
  locale: Locale
  model: ModelReference | null
}

/** What the settings shall begin with when they are opened next. */
export const requestedVoiceUseAtom = atom<VoiceUse | null>(null)

/** Opens the settings where the voice for a use is chosen. */
export function openVoiceSettings(use: VoiceUse): void {
  store.set(requestedVoiceUseAtom, use)
  openSettings('voice')
}
