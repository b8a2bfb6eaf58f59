import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { microphoneReplacedAtom } from './microphone.ts'

/** Says that Parley listens to the system's microphone because the chosen one is gone. */
export function ReplacedMicrophone(): ReactNode {
  const { t } = useTranslation()
  if (!useAtomValue(microphoneReplacedAtom)) return null
  return <span className="min-w-0 text-muted">{t('chat.voiceInput.replaced')}</span>
}
