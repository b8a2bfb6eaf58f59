import { useAtomValue } from 'jotai'
import { AudioLines } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { preferencesAtom } from '../app/store.ts'
import { callAtom, endCall } from '../realtime/call.ts'
import { preloadVoiceActivity } from '../speech/voiceActivity/voiceActivity.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { followChatsCall, startCallInChat } from './calling.ts'
import { currentModelAtom } from './currentModel.ts'
import { dictatingAtom } from './dictating.ts'
import { endLive, followChatsLive, liveAtom, startLive } from './live.ts'

/** Talks with the model, hands free; or calls the one that the settings name for it. */
export function LiveButton(): ReactNode {
  const { t } = useTranslation()
  const isLive = useAtomValue(liveAtom) !== null
  const isCalling = useAtomValue(callAtom) !== null
  const calls = Boolean(useAtomValue(preferencesAtom)?.realtime.model)
  const isOn = isLive || isCalling
  const isDictating = useAtomValue(dictatingAtom) !== null
  const model = useAtomValue(currentModelAtom)
  useEffect(followChatsLive, [])
  useEffect(followChatsCall, [])
  const start = (): void => void (calls ? startCallInChat() : startLive())
  const end = (): void => (isCalling ? endCall() : endLive())
  return (
    <span onPointerEnter={preloadVoiceActivity}>
      <IconButton
        label={t('chat.live.button')}
        aria-pressed={isOn}
        tooltipSide="top"
        icon={<AudioLines aria-hidden className="size-4.5" />}
        disabled={!isOn && (isDictating || (model === null && !calls))}
        onClick={isOn ? end : start}
        className={isOn ? 'text-accent-ink' : ''}
      />
    </span>
  )
}
