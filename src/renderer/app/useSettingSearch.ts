import type { TFunction } from 'i18next'
import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { pressedCommand } from '../core/shortcutsAtom.ts'
import { modelsAtom, preferencesAtom, providersAtom } from '../core/store.ts'
import type { SettingResult } from '../settings/SettingResult.ts'
import { commands, runCommand } from './commands.ts'
import { settingSearch } from './settingSearch.ts'
import type { SearchedResult } from './settingSearch.ts'
import { synonymsOf } from './synonyms.ts'

/** Returns the function that finds settings by a query. */
export function useSettingSearch(): (query: string) => SettingResult[] {
  const { t, i18n } = useTranslation()
  const preferences = useAtomValue(preferencesAtom)
  const models = useAtomValue(modelsAtom)
  const providers = useAtomValue(providersAtom)
  const { language } = i18n
  return useMemo(
    () =>
      settingSearch(
        { t, language, preferences, models: models ?? [], providers: providers ?? [] },
        commandResults(t),
      ),
    [t, language, preferences, models, providers],
  )
}

/** Commands that people look for in the settings. */
const sought = ['openPlugins', 'askGuide', 'quit'] as const

function commandResults(t: TFunction): SearchedResult[] {
  return sought.map((id) => {
    const title = t(commands[id].titleKey)
    const alsoCalled = synonymsOf('commands', id, t)
    return { id: `command ${id}`, label: title, title, alsoCalled, open: () => void runCommand(id) }
  })
}

const popups = '[role=dialog], [role=alertdialog], [role=menu]'

/** Focuses the field by the keys that search a chat, which is not on the screen now. */
export function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || document.querySelector(popups)) return
      if (pressedCommand(event) !== 'findInChat') return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [field])
}
