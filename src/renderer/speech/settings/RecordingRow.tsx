import { useAtomValue } from 'jotai'
import { Play, RotateCw, Square, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sampleRate } from '../../../shared/speech/audio.ts'
import type { Recording, RecordingState } from '../../../shared/speech/speech.ts'
import { api } from '../../core/bridge.ts'
import { errorText } from '../../core/errorText.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { formatClock, formatDateTime } from '../../ui/formatAmount.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { attempt } from '../../core/failures.ts'
import { playedIdAtom, stopPlaying, togglePlaying } from './playRecording.ts'

const runningStates: readonly RecordingState[] = ['recording', 'transcribing']

export function RecordingRow({ recording }: { recording: Recording }): ReactNode {
  const { t, i18n } = useTranslation()
  const { id, state, samples, createdAt } = recording
  const isPlaying = useAtomValue(playedIdAtom) === id
  useEffect(() => (isPlaying ? stopPlaying : undefined), [isPlaying])
  const text = recording.finalText ?? recording.text
  const isRunning = runningStates.includes(state)
  const Icon = isPlaying ? Square : Play
  return (
    <li className="flex items-start gap-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1 space-y-0.5">
        <p className="text-xs text-muted">
          <time dateTime={new Date(createdAt).toISOString()}>
            {formatDateTime(i18n.language, createdAt)}
          </time>
          {' · '}
          <span className="tabular-nums">
            {formatClock(i18n.language, Math.round(samples / sampleRate))}
          </span>
          {' · '}
          {t(`speech.recordings.purposes.${recording.purpose}`)}
        </p>
        <Outcome recording={recording} text={text} />
      </div>
      <div className="flex shrink-0">
        <IconButton
          size="small"
          label={t(isPlaying ? 'speech.recordings.stop' : 'speech.recordings.play')}
          icon={<Icon aria-hidden className="size-4" />}
          disabled={samples === 0 || state === 'recording'}
          onClick={() => togglePlaying(id)}
        />
        <IconButton
          size="small"
          label={t('speech.recordings.retry')}
          icon={<RotateCw aria-hidden className="size-4" />}
          disabled={isRunning || samples === 0}
          onClick={() => attempt(api.speech.transcribe({ id }))}
        />
        {text !== '' && <CopyButton label={t('speech.recordings.copy')} text={() => text} />}
        <IconButton
          size="small"
          label={t('speech.recordings.remove')}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => attempt(api.speech.remove({ id }))}
        />
      </div>
    </li>
  )
}

function Outcome({ recording, text }: { recording: Recording; text: string }): ReactNode {
  const { t } = useTranslation()
  const { state, error } = recording
  if (error && state === 'failed') {
    return <p className="text-danger-ink">{errorText(t, error).sentence}</p>
  }
  return (
    <>
      {state !== 'done' && <p className="text-muted">{t(`speech.recordings.states.${state}`)}</p>}
      {text === '' ? (
        state === 'done' && <p className="text-muted">{t('speech.recordings.silent')}</p>
      ) : (
        <p dir="auto" className="own-direction line-clamp-4 break-words select-text">
          {text}
        </p>
      )}
    </>
  )
}
