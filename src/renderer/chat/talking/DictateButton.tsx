import { useAtomValue } from 'jotai'
import { Mic } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { realtimeAtom } from '../../realtime/realtimeSession.ts'
import { preloadVoiceActivity } from '../../speech/voiceActivity/voiceActivity.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { dictatingAtom, followDictation, toggleDictating } from './dictating.ts'
import { handsFreeAtom } from './handsFree.ts'

/** Starts dictation into the composer. */
export function DictateButton(): ReactNode {
  const { t } = useTranslation()
  const state = useAtomValue(dictatingAtom)?.state
  const isHandsFree = useAtomValue(handsFreeAtom) !== null
  const isTalking = useAtomValue(realtimeAtom) !== null || isHandsFree
  useEffect(followDictation, [])
  const isListening = state === 'listening'
  return (
    <span onPointerEnter={preloadVoiceActivity}>
      <IconButton
        label={t('chat.dictate.button')}
        aria-pressed={isListening}
        tooltipSide="top"
        icon={<Mic aria-hidden className="size-4.5" />}
        disabled={state === 'transcribing'}
        description={isTalking ? t('chat.dictate.whileTalking') : undefined}
        onClick={isTalking ? () => showToast(t('chat.dictate.whileTalking')) : toggleDictating}
        className={isListening ? 'text-danger-ink' : ''}
      />
    </span>
  )
}
