import { useAtomValue } from 'jotai'
import { Mic, MicOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireError } from '../../shared/errors.ts'
import { ErrorAlert } from '../core/ErrorAlert.tsx'
import { formatCost } from '../core/formatCost.ts'
import { useModelList } from '../core/models/useModelList.ts'
import { openSettings } from '../core/settingsTarget.ts'
import { sameModel, store } from '../core/store.ts'
import { ActivityBar } from '../ui/status/ActivityBar.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { formatList } from '../ui/formatList.ts'
import { formatClock, formatTime } from '../ui/formatAmount.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ReplacedMicrophone } from '../speech/recorder/ReplacedMicrophone.tsx'
import { Spinner } from '../ui/status/Spinner.tsx'
import { endRealtime, muteRealtime } from './realtimeSession.ts'
import { realtimeAtom, realtimeEndAtom } from './realtimeState.ts'
import type { RealtimeSession, RealtimeState } from './realtimeState.ts'
import { dollarsOf } from './spending.ts'

/** Shows the state of a realtime session. It is visible as long as the microphone is open. */
export function RealtimeBar(): ReactNode {
  const session = useAtomValue(realtimeAtom)
  const end = useAtomValue(realtimeEndAtom)
  if (session) return <Progress session={session} />
  if (end) return end.reason === 'over' ? <Over /> : <ErrorEnd error={end.reason} at={end.at} />
  return null
}

const waiting: readonly RealtimeState[] = ['connecting', 'thinking']

function Progress({ session }: { session: RealtimeSession }): ReactNode {
  const { state, isMuted, tools, refusedTools, endsAt } = session
  const { t, i18n } = useTranslation()
  const isQuiet = state === 'listening'
  // The user may go on talking meanwhile, so other states come first.
  const shown = isQuiet && tools === 'running' ? 'thinking' : state
  const text =
    shown === 'connecting' ? t('realtime.connecting') : t(`chat.voiceConversation.states.${shown}`)
  const isAsked = isQuiet && tools === 'awaiting'
  const isSilent = isMuted && isQuiet && tools !== 'running'
  return (
    <ActivityBar
      label={t('chat.voiceConversation.button')}
      mark={waiting.includes(shown) ? <Spinner /> : <Dot isStrong={state === 'hearing'} />}
    >
      <span role="status" className="min-w-0 grow font-medium">
        {isAsked ? t('realtime.approval') : isSilent ? t('realtime.muted') : text}
      </span>
      {state !== 'connecting' && <Spent session={session} />}
      {endsAt !== null && (
        <span role="status" className="min-w-0 text-muted">
          {t('realtime.endsAt', { time: formatTime(i18n.language, endsAt) })}
        </span>
      )}
      {refusedTools.length > 0 && (
        <span role="status" className="min-w-0 break-words text-muted">
          {t('realtime.toolsRefused', { names: formatList(i18n.language, refusedTools) })}
        </span>
      )}
      {state !== 'connecting' && <ReplacedMicrophone />}
      <IconButton
        label={t('realtime.mute')}
        aria-pressed={isMuted}
        tooltipSide="top"
        icon={
          isMuted ? (
            <MicOff aria-hidden className="size-4.5" />
          ) : (
            <Mic aria-hidden className="size-4.5" />
          )
        }
        onClick={() => muteRealtime(!isMuted)}
        className={isMuted ? 'text-danger-ink' : ''}
      />
      <Button size="small" onClick={endRealtime}>
        {t('chat.voiceConversation.end')}
      </Button>
    </ActivityBar>
  )
}

/** Shows how long the conversation has lasted, and what it has cost as far as that is known. */
function Spent({
  session: { startedAt, spending, speaker },
}: {
  session: RealtimeSession
}): ReactNode {
  const { t, i18n } = useTranslation()
  const models = useModelList('realtime')?.models
  const seconds = useSecondsSince(startedAt)
  const price = models?.find((model) => speaker && sameModel(model, speaker))?.price
  const dollars = dollarsOf(spending, price)
  const cost =
    dollars === null
      ? t('realtime.costUnknown')
      : t('chat.details.about', { amount: formatCost(i18n.language, dollars) })
  return (
    <span className="shrink-0 text-muted tabular-nums">
      {formatClock(i18n.language, seconds)} · {cost}
    </span>
  )
}

function useSecondsSince(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, (now - time) / 1000)
}

function Dot({ isStrong }: { isStrong: boolean }): ReactNode {
  return (
    <span
      aria-hidden
      className={classNames(
        'rounded-full bg-accent transition-all motion-reduce:transition-none',
        isStrong ? 'size-6' : 'size-3',
      )}
    />
  )
}

function Over(): ReactNode {
  const { t } = useTranslation()
  return (
    <ActivityBar>
      <span className="min-w-0 grow">{t('realtime.over')}</span>
      <Dismiss />
    </ActivityBar>
  )
}

function ErrorEnd({ error, at }: { error: WireError; at: number }): ReactNode {
  const { t } = useTranslation()
  return (
    <ErrorAlert error={error} since={at}>
      <Button size="small" variant="quiet" onClick={() => openSettings('voice')}>
        {t('chat.voiceInput.settings')}
      </Button>
      <Dismiss />
    </ErrorAlert>
  )
}

function Dismiss(): ReactNode {
  const { t } = useTranslation()
  return (
    <Button size="small" variant="quiet" onClick={() => store.set(realtimeEndAtom, null)}>
      {t('chat.voiceInput.dismiss')}
    </Button>
  )
}
