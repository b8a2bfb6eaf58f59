import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openSettings } from '../../core/settingsTarget.ts'
import { infoAtom, preferencesAtom } from '../../core/store.ts'
import { takenHotkeysAtom } from '../../core/takenHotkeys.ts'
import { acceleratorKeys } from '../../ui/controls/acceleratorKeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ShortcutKeys } from '../../ui/controls/ShortcutKeys.tsx'

/**
 * Shows the hotkeys for dictating into other apps, or a button for choosing some. One that another
 * program has is not shown.
 */
export function DictationHint(): ReactNode {
  const { t } = useTranslation()
  const hotkeys = useAtomValue(preferencesAtom)?.dictation.hotkeys
  const isMac = useAtomValue(infoAtom)?.platform === 'darwin'
  const taken = useAtomValue(takenHotkeysAtom)
  if (!hotkeys) return null
  const accelerator =
    (taken.includes('toggle') ? null : hotkeys.toggle) ??
    (taken.includes('hold') ? null : hotkeys.hold)
  return (
    <div className="flex flex-wrap items-center justify-center gap-2 text-sm text-muted">
      {accelerator === null ? (
        <Button
          size="small"
          variant="quiet"
          className="font-normal text-muted"
          onClick={() => openSettings('dictation')}
        >
          {t('chat.empty.chooseHotkey')}
        </Button>
      ) : (
        <>
          {t('chat.empty.dictate')}
          <ShortcutKeys keys={acceleratorKeys(accelerator, isMac)} />
        </>
      )}
    </div>
  )
}
