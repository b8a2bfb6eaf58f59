import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultShortcuts } from '../../shared/commands.ts'
import { infoAtom, modelsAtom, preferencesAtom, providersAtom } from '../core/store.ts'
import type { SettingResult } from '../settings/SettingResult.ts'
import { settingSearch } from './settingSearch.ts'
import { commandOf } from './shortcuts.ts'

/** Returns the function that finds settings by a query. */
export function useSettingSearch(): (query: string) => SettingResult[] {
  const { t, i18n } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const models = useAtomValue(modelsAtom)
  const providers = useAtomValue(providersAtom)
  const { language } = i18n
  return useMemo(
    () =>
      settingSearch({
        t,
        language,
        preferences,
        models: models ?? [],
        providers: providers ?? [],
      }),
    [t, language, preferences, models, providers],
  )
}

const popups = '[role=dialog], [role=alertdialog], [role=menu]'

/** Focuses the field by the keys that search a chat, which is not on the screen now. */
export function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  const platform = useAtomValue(infoAtom)?.platform
  useEffect(() => {
    if (!platform) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || document.querySelector(popups)) return
      if (commandOf(event, defaultShortcuts, platform) !== 'findInChat') return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [field, platform])
}
