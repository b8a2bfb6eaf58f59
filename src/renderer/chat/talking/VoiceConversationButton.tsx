import { useAtomValue } from 'jotai'
import { AudioLines } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { AppError } from '../../../shared/errors.ts'
import { preferencesAtom } from '../../core/store.ts'
import { endRealtime } from '../../realtime/realtimeSession.ts'
import { realtimeAtom } from '../../realtime/realtimeState.ts'
import { preloadVoiceActivity } from '../../speech/voiceActivity/voiceActivity.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { endRealtimeWithChat, startRealtimeInChat } from './realtimeInChat.ts'
import { currentModelAtom, modelMayComeAtom } from '../conversation/currentModel.ts'
import { voiceInputAtom } from './voiceInput.ts'
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
  const input = useAtomValue(voiceInputAtom)
  const isVoiceInput = input !== null && input.state !== 'failed'
  const model = useAtomValue(currentModelAtom)
  // Just after the start, the model is known before the first words are transcribed.
  const modelMayCome = useAtomValue(modelMayComeAtom)
  const hasModel = model !== null || modelMayCome || usesRealtime
  useEffect(endHandsFreeWithChat, [])
  useEffect(endRealtimeWithChat, [])
  const start = (): void => {
    if (isVoiceInput) return showToast(t('chat.voiceConversation.whileVoiceInput'))
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
        description={isOn ? undefined : reasonOf({ isVoiceInput, hasModel }, t)}
        onClick={isOn ? end : start}
        className={isOn ? 'text-accent-ink' : ''}
      />
    </span>
  )
}

/** Returns why a conversation can't start now. */
function reasonOf(
  { isVoiceInput, hasModel }: { isVoiceInput: boolean; hasModel: boolean },
  t: TFunction,
): string | undefined {
  if (isVoiceInput) return t('chat.voiceConversation.whileVoiceInput')
  return hasModel ? undefined : t('errors.sentences.modelMissing')
}
