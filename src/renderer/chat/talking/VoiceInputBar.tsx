import { useAtomValue } from 'jotai'
import { Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorActions } from '../../../shared/errors.ts'
import type { ErrorAction } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { openSettings } from '../../core/settingsTarget.ts'
import { ActivityBar } from '../../ui/status/ActivityBar.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ElapsedTime } from '../../ui/status/ElapsedTime.tsx'
import { ReplacedMicrophone } from '../../speech/recorder/ReplacedMicrophone.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import {
  cancelVoiceInput,
  voiceInputAtom,
  voiceInputLevelAtom,
  finishVoiceInput,
  retryVoiceInput,
  startVoiceInput,
} from './voiceInput.ts'
import type { VoiceInput, VoiceInputFailure } from './voiceInput.ts'
import { attempt } from '../../core/failures.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { runErrorAction } from '../runErrorAction.ts'

/**
 * Shows the state of voice input above the composer. It is visible as long as the microphone is
 * open.
 */
export function VoiceInputBar(): ReactNode {
  const input = useAtomValue(voiceInputAtom)
  const conversationId = useAtomValue(currentIdAtom)
  if (input?.state === 'failed' && input.conversationId !== conversationId) return null
  if (!input || input.state === 'starting') return null
  if (input.state === 'failed') return <Failure failure={input} />
  return <Progress input={input} />
}

interface ProgressProps {
  input: Extract<VoiceInput, { text: string }>
}

function Progress({ input }: ProgressProps): ReactNode {
  const { t } = useTranslation()
  const isListening = input.state === 'listening'
  return (
    <ActivityBar label={t('chat.voiceInput.name')} mark={isListening ? <Level /> : <Spinner />}>
      <span role="status" className="shrink-0 font-medium">
        {t(isListening ? 'chat.voiceInput.listening' : 'chat.voiceInput.transcribing')}
      </span>
      {isListening && <ElapsedTime since={input.startedAt} />}
      {isListening && <ReplacedMicrophone />}
      <span dir="auto" className="min-w-0 grow truncate text-muted">
        {input.text}
      </span>
      <Button size="small" variant="quiet" onClick={() => attempt(cancelVoiceInput())}>
        {t('chat.voiceInput.cancel')}
      </Button>
      {isListening && (
        <Button size="small" variant="primary" onClick={() => void finishVoiceInput()}>
          {t('chat.voiceInput.done')}
        </Button>
      )}
    </ActivityBar>
  )
}

function Level(): ReactNode {
  const level = useAtomValue(voiceInputLevelAtom)
  return (
    <>
      <span
        aria-hidden
        style={{ transform: `scale(${0.6 + level * 0.8})` }}
        className="absolute inset-0 rounded-full bg-danger opacity-25"
      />
      <Mic aria-hidden className="size-4 text-danger-ink" />
    </>
  )
}

function Failure({ failure }: { failure: VoiceInputFailure }): ReactNode {
  const { t } = useTranslation()
  const { error, at, recordingId } = failure
  const retry = (): unknown =>
    recordingId === null ? startVoiceInput() : retryVoiceInput(recordingId)
  const act = (action: ErrorAction): void =>
    runErrorAction(action, { error, model: null, retry: () => void retry() })
  // Nothing else helps before there is an engine.
  if (errorActions[error.code] === 'setUpSpeech') {
    return <ErrorAlert error={error} since={at} onAction={act} />
  }
  return (
    <ErrorAlert error={error} since={at} onAction={act} offered={['openProvider', 'addKey']}>
      <Button size="small" onClick={() => void retry()}>
        {t('errors.actions.retry')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => openSettings('voice')}>
        {t('chat.voiceInput.settings')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => attempt(cancelVoiceInput())}>
        {t('chat.voiceInput.dismiss')}
      </Button>
    </ErrorAlert>
  )
}
