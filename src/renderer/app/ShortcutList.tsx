import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { commandIds, defaultShortcuts } from '../../shared/commands.ts'
import { ShortcutKeys } from '../ui/controls/ShortcutKeys.tsx'
import { commands } from './commands.ts'
import { shortcutKeys } from '../core/shortcutText.ts'
import { infoAtom } from '../core/store.ts'

/** Lists every command that has keys. */
export function ShortcutList(): ReactNode {
  const { t } = useTranslation()
  const platform = useAtomValue(infoAtom)?.platform
  if (!platform) return null
  return (
    <dl className="setting-group">
      {commandIds.map((id) => {
        const accelerator = defaultShortcuts[id]
        if (accelerator === null) return null
        return (
          <div key={id} className="flex items-center justify-between gap-6 py-2.5 text-sm">
            <dt>{t(commands[id].titleKey)}</dt>
            <dd>
              <ShortcutKeys keys={shortcutKeys(accelerator, platform)} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
