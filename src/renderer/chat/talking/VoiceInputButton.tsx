import { useAtomValue } from 'jotai'
import { Mic } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { realtimeAtom } from '../../realtime/realtimeState.ts'
import { preloadVoiceActivity } from '../../speech/voiceActivity/voiceActivity.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { showToast } from '../../ui/layers/Toast.tsx'
import { voiceInputAtom, followVoiceInput, toggleVoiceInput } from './voiceInput.ts'
import { handsFreeAtom } from './handsFree.ts'

/** Starts voice input: speech that becomes text in the composer. */
export function VoiceInputButton(): ReactNode {
  const { t } = useTranslation()
  const state = useAtomValue(voiceInputAtom)?.state
  const isHandsFree = useAtomValue(handsFreeAtom) !== null
  const isTalking = useAtomValue(realtimeAtom) !== null || isHandsFree
  useEffect(followVoiceInput, [])
  const isListening = state === 'listening'
  return (
    <span onPointerEnter={preloadVoiceActivity}>
      <IconButton
        label={t('chat.voiceInput.button')}
        aria-pressed={isListening}
        tooltipSide="top"
        icon={<Mic aria-hidden className="size-4.5" />}
        disabled={state === 'transcribing'}
        description={isTalking ? t('chat.voiceInput.whileTalking') : undefined}
        onClick={isTalking ? () => showToast(t('chat.voiceInput.whileTalking')) : toggleVoiceInput}
        className={isListening ? 'text-danger-ink' : ''}
      />
    </span>
  )
}
