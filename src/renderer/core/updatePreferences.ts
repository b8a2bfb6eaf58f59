import i18next from 'i18next'
import type { Preferences } from '../../shared/settings.ts'
import { toWire } from '../../shared/errors.ts'
import { api } from './bridge.ts'
import { errorText } from './errorText.ts'
import { preferencesAtom, store } from './store.ts'
import { showErrorToast } from '../ui/layers/Toast.tsx'

/** Changes preferences on the screen at once. If main refuses, restores them and shows why. */
export function updatePreferences(patch: Partial<Preferences>): void {
  const before = store.get(preferencesAtom)
  if (!before) return
  store.set(preferencesAtom, { ...before, ...patch })
  api.settings
    .update(patch)
    .then((updated) => store.set(preferencesAtom, updated))
    .catch((error: unknown) => {
      store.set(preferencesAtom, before)
      showErrorToast(errorText(i18next.t, toWire(error)).sentence)
    })
}
