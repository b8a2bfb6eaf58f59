import { useAtomValue } from 'jotai'
import { Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { openSettings } from '../../core/settingsTarget.ts'
import { Button } from '../../ui/Button.tsx'
import { ElapsedTime } from '../../ui/ElapsedTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import {
  cancelDictating,
  dictatingAtom,
  dictationLevelAtom,
  finishDictating,
  retryDictation,
  startDictating,
} from './dictating.ts'
import type { Dictating } from './dictating.ts'
import { attempt } from '../../core/failures.ts'

/**
 * Shows the state of dictation above the composer. It is visible as long as the microphone is open.
 */
export function DictationStrip(): ReactNode {
  const dictating = useAtomValue(dictatingAtom)
  if (!dictating || dictating.state === 'starting') return null
  if (dictating.state === 'failed') return <Failure failure={dictating} />
  return <Progress dictating={dictating} />
}

interface ProgressProps {
  dictating: Extract<Dictating, { text: string }>
}

function Progress({ dictating }: ProgressProps): ReactNode {
  const { t } = useTranslation()
  const isListening = dictating.state === 'listening'
  return (
    <div
      role="group"
      aria-label={t('chat.dictate.name')}
      className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-2 text-sm"
    >
      {isListening ? <Level /> : <Spinner />}
      <span role="status" className="shrink-0 font-medium">
        {t(isListening ? 'chat.dictate.listening' : 'chat.dictate.transcribing')}
      </span>
      {isListening && <ElapsedTime since={dictating.startedAt} />}
      <span dir="auto" className="min-w-0 grow truncate text-muted">
        {dictating.text}
      </span>
      <Button size="small" variant="quiet" onClick={() => attempt(cancelDictating())}>
        {t('chat.dictate.cancel')}
      </Button>
      {isListening && (
        <Button size="small" variant="primary" onClick={() => void finishDictating()}>
          {t('chat.dictate.done')}
        </Button>
      )}
    </div>
  )
}

function Level(): ReactNode {
  const level = useAtomValue(dictationLevelAtom)
  return (
    <span className="relative inline-flex size-6 shrink-0 items-center justify-center">
      <span
        aria-hidden
        style={{ transform: `scale(${0.6 + level * 0.8})` }}
        className="absolute inset-0 rounded-full bg-danger opacity-25"
      />
      <Mic aria-hidden className="size-4 text-danger-ink" />
    </span>
  )
}

function Failure({ failure }: { failure: Extract<Dictating, { state: 'failed' }> }): ReactNode {
  const { t } = useTranslation()
  const { error, at, recordingId } = failure
  return (
    <ErrorAlert
      error={error}
      since={at}
      onAction={() => openSettings('providers')}
      offered={['openProvider', 'addKey']}
    >
      <Button
        size="small"
        onClick={() => void (recordingId === null ? startDictating() : retryDictation(recordingId))}
      >
        {t('errors.actions.retry')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => openSettings('voice')}>
        {t('chat.dictate.settings')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => attempt(cancelDictating())}>
        {t('chat.dictate.dismiss')}
      </Button>
    </ErrorAlert>
  )
}
