import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Hotkey, HotkeyConflict } from '../../../shared/speech/dictation.ts'
import { toWire } from '../../../shared/errors.ts'
import { api } from '../../core/bridge.ts'
import { errorText } from '../../core/errorText.ts'
import { infoAtom } from '../../core/store.ts'
import { acceleratorKeys } from '../../ui/controls/acceleratorKeys.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ShortcutKeys } from '../../ui/controls/ShortcutKeys.tsx'
import { showErrorToast } from '../../ui/layers/Toast.tsx'
import { acceleratorOf, loneModifierOf } from './acceleratorOf.ts'
import { useSuspendedHotkeys } from './useSuspendedHotkeys.ts'
import { SettingRow } from '../../settings/SettingRow.tsx'

interface HotkeyFieldProps {
  hotkey: Hotkey
  accelerator: string | null
}

/** Shows a hotkey with a field that records other keys for it. */
export function HotkeyField({ hotkey, accelerator }: HotkeyFieldProps): ReactNode {
  const { t } = useTranslation()
  const isMac = useAtomValue(infoAtom)?.platform === 'darwin'
  const [isChoosing, setChoosing] = useState(false)
  const [conflict, setConflict] = useState<HotkeyConflict | null>(null)
  const lone = useRef<string | undefined>(undefined)
  useSuspendedHotkeys(isChoosing)

  const choose = (chosen: string | null): void => {
    setChoosing(false)
    api.dictation
      .setHotkey({ hotkey, accelerator: chosen })
      .then((answer) => setConflict(answer.conflict))
      .catch((error: unknown) => showErrorToast(errorText(t, toWire(error)).sentence))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isChoosing) return
    // Tab moves to the next field, as everywhere.
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey) return setChoosing(false)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setChoosing(false)
    lone.current = hotkey === 'hold' ? loneModifierOf(event.code) : undefined
    const chosen = acceleratorOf(event.nativeEvent, isMac)
    if (chosen) choose(chosen)
  }
  const onKeyUp = (event: KeyboardEvent): void => {
    if (isChoosing && lone.current && loneModifierOf(event.code) === lone.current) {
      choose(lone.current)
    }
  }

  return (
    <SettingRow setting={`${hotkey}Hotkey`}>
      <div className="flex flex-col items-end gap-1.5">
        <div className="flex items-center gap-2">
          {accelerator !== null && !isChoosing && (
            <ShortcutKeys keys={acceleratorKeys(accelerator, isMac)} />
          )}
          <Button
            size="small"
            aria-pressed={isChoosing}
            aria-label={`${t('dictation.settings.choose')}: ${t(`dictation.settings.hotkeys.${hotkey}`)}`}
            onClick={() => setChoosing(!isChoosing)}
            onKeyDown={onKeyDown}
            onKeyUp={onKeyUp}
            onBlur={() => setChoosing(false)}
          >
            {t(isChoosing ? 'dictation.settings.press' : 'dictation.settings.choose')}
          </Button>
          {accelerator !== null && (
            <IconButton
              size="small"
              label={t('dictation.settings.remove')}
              icon={<X aria-hidden className="size-4" />}
              onClick={() => choose(null)}
            />
          )}
        </div>
        {conflict && (
          <p role="alert" className="text-xs text-danger-ink">
            {t(`dictation.settings.conflicts.${conflict}`)}
          </p>
        )}
      </div>
    </SettingRow>
  )
}
