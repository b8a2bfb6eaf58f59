import { useAtomValue } from 'jotai'
import { AudioLines } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { AppError } from '../../../shared/errors.ts'
import { preferencesAtom } from '../../core/store.ts'
import { realtimeAtom, endRealtime } from '../../realtime/realtimeSession.ts'
import { preloadVoiceActivity } from '../../speech/voiceActivity/voiceActivity.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { endRealtimeWithChat, startRealtimeInChat } from './realtimeInChat.ts'
import { currentModelAtom } from '../conversation/currentModel.ts'
import { dictatingAtom } from './dictating.ts'
import {
  endHandsFree,
  failHandsFree,
  endHandsFreeWithChat,
  handsFreeAtom,
  startHandsFree,
} from './handsFree.ts'

/**
 * Starts a hands-free conversation with the model, or a session with the realtime model of the
 * settings.
 */
export function VoiceConversationButton(): ReactNode {
  const { t } = useTranslation()
  const isHandsFree = useAtomValue(handsFreeAtom) !== null
  const isRealtime = useAtomValue(realtimeAtom) !== null
  const usesRealtime = Boolean(useAtomValue(preferencesAtom)?.realtime.model)
  const isOn = isHandsFree || isRealtime
  const dictating = useAtomValue(dictatingAtom)
  const isDictating = dictating !== null && dictating.state !== 'failed'
  const hasModel = useAtomValue(currentModelAtom) !== null || usesRealtime
  useEffect(endHandsFreeWithChat, [])
  useEffect(endRealtimeWithChat, [])
  const start = (): void => {
    if (isDictating) return showToast(t('chat.voiceConversation.whileDictating'))
    if (!hasModel) return failHandsFree(new AppError('modelMissing', 'No model is chosen'), null)
    void (usesRealtime ? startRealtimeInChat() : startHandsFree())
  }
  const end = (): void => (isRealtime ? endRealtime() : endHandsFree())
  // Never disabled: pressed, it says what is missing.
  return (
    <span onPointerEnter={preloadVoiceActivity}>
      <IconButton
        label={t('chat.voiceConversation.button')}
        aria-pressed={isOn}
        tooltipSide="top"
        icon={<AudioLines aria-hidden className="size-4.5" />}
        description={isOn ? undefined : reasonOf({ isDictating, hasModel }, t)}
        onClick={isOn ? end : start}
        className={isOn ? 'text-accent-ink' : ''}
      />
    </span>
  )
}

/** Returns why a conversation can't start now. */
function reasonOf(
  { isDictating, hasModel }: { isDictating: boolean; hasModel: boolean },
  t: TFunction,
): string | undefined {
  if (isDictating) return t('chat.voiceConversation.whileDictating')
  return hasModel ? undefined : t('errors.sentences.modelMissing')
}
