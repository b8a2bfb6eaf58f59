import i18next from 'i18next'
import type { createStore } from 'jotai'
import { nativeNameOf } from '../../../shared/languages.ts'
import { toWire } from '../../../shared/errors.ts'
import { showErrorToast } from '../../ui/layers/Toast.tsx'
import { errorText } from '../errorText.ts'
import { chosenLocale, givenLocale, showLocale } from '../i18n.ts'
import { setAppearance } from './setAppearance.ts'
import { infoAtom, preferencesAtom } from '../store.ts'
import { loadTypeface } from './typeface.ts'

type Store = ReturnType<typeof createStore>

/**
 * Applies the chosen language and text size, now and after each change. Main sets the theme for the
 * whole window, and the style sheet follows `prefers-color-scheme`.
 */
export async function followAppearance(store: Store): Promise<void> {
  store.sub(preferencesAtom, () => {
    applyAppearance(store).catch((error: unknown) => {
      showErrorToast(errorText(i18next.t, toWire(error)).sentence)
    })
  })
  await applyAppearance(store)
}

async function applyAppearance(store: Store): Promise<void> {
  const info = store.get(infoAtom)
  const preferences = store.get(preferencesAtom)
  if (!info) return
  setAppearance(info, preferences)
  // Without a history the settings don't answer: main read the language in their file.
  const locale = preferences
    ? chosenLocale(preferences.language, info.systemLocale)
    : (givenLocale() ?? info.systemLocale)
  await Promise.all([showLocale(locale), loadTypeface(`Parley ${nativeNameOf(locale)}`)])
}
