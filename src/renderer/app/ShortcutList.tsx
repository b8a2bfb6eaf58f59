import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { commandIds, resolveShortcuts } from '../../shared/commands.ts'
import { infoAtom, preferencesAtom, store } from '../core/store.ts'
import { updatePreferences } from '../core/updatePreferences.ts'
import { Button } from '../ui/controls/Button.tsx'
import { showToast } from '../ui/layers/Toast.tsx'
import { ShortcutRow } from './ShortcutRow.tsx'

/** Lists every command with its keys, which the user can change. */
export function ShortcutList(): ReactNode {
  const { t } = useTranslation()
  const platform = useAtomValue(infoAtom)?.platform
  const preferences = useAtomValue(preferencesAtom)
  const list = useRef<HTMLUListElement>(null)
  if (!platform || !preferences) return null
  const { shortcuts: changed, dictation } = preferences
  const shortcuts = resolveShortcuts(changed)
  const resetAll = (): void => {
    updatePreferences({ shortcuts: {} })
    showToast(t('settings.shortcuts.wereReset'), {
      action: {
        label: t('settings.shortcuts.undo'),
        run: () =>
          updatePreferences({
            shortcuts: { ...changed, ...store.get(preferencesAtom)?.shortcuts },
          }),
      },
    })
    // The button is gone: its neighbour has the focus.
    list.current?.querySelector<HTMLElement>('li:last-child [aria-pressed]')?.focus()
  }
  return (
    <>
      <ul ref={list} className="setting-group">
        {commandIds.map((id) => (
          <ShortcutRow
            key={id}
            id={id}
            {...{ platform, changed, shortcuts }}
            hotkeys={Object.values(dictation.hotkeys)}
          />
        ))}
      </ul>
      {Object.keys(changed).length > 0 && (
        <Button size="small" onClick={resetAll}>
          {t('settings.shortcuts.resetAll')}
        </Button>
      )}
    </>
  )
}
