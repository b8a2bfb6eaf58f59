import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorActions } from '../../../shared/errors.ts'
import type { ErrorAction } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { openSettings } from '../../core/settingsTarget.ts'
import { store } from '../../core/store.ts'
import { ActivityBar } from '../../ui/status/ActivityBar.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ReplacedMicrophone } from '../../speech/recorder/ReplacedMicrophone.tsx'
import { Spinner } from '../../ui/status/Spinner.tsx'
import { attempt } from '../../core/failures.ts'
import {
  endHandsFree,
  handsFreeFailureAtom,
  handsFreeLevelAtom,
  handsFreeStateAtom,
  retryHandsFree,
} from './handsFree.ts'
import type { HandsFreeFailure, HandsFreeState } from './handsFree.ts'
import { currentIdAtom } from '../conversation/conversations.ts'
import { runErrorAction } from '../runErrorAction.ts'

/**
 * Shows the state of a hands-free conversation. It is visible as long as the microphone is open.
 */
export function HandsFreeBar(): ReactNode {
  const state = useAtomValue(handsFreeStateAtom)
  const failure = useAtomValue(handsFreeFailureAtom)
  const conversationId = useAtomValue(currentIdAtom)
  if (state) return <Progress state={state} />
  return failure?.conversationId === conversationId && <Failure failure={failure} />
}

const waiting: readonly HandsFreeState[] = ['starting', 'transcribing', 'thinking']

function Progress({ state }: { state: HandsFreeState }): ReactNode {
  const { t } = useTranslation()
  return (
    <ActivityBar
      label={t('chat.voiceConversation.button')}
      mark={waiting.includes(state) ? <Spinner /> : <Level isSpeaker={state !== 'speaking'} />}
    >
      <span role="status" className="min-w-0 grow font-medium">
        {t(`chat.voiceConversation.states.${state}`)}
      </span>
      {state !== 'starting' && <ReplacedMicrophone />}
      <Button size="small" onClick={endHandsFree}>
        {t('chat.voiceConversation.end')}
      </Button>
    </ActivityBar>
  )
}

/**
 * Shows the user's loudness; it is still while the model speaks. Between two levels it does not
 * glide: the screen would be drawn half of the time.
 */
function Level({ isSpeaker }: { isSpeaker: boolean }): ReactNode {
  const level = useAtomValue(handsFreeLevelAtom)
  return (
    <span
      aria-hidden
      style={{ transform: `scale(${isSpeaker ? 0.5 + level * 0.5 : 0.5})` }}
      className="size-6 rounded-full bg-accent"
    />
  )
}

function Failure({ failure }: { failure: HandsFreeFailure }): ReactNode {
  const { t } = useTranslation()
  const { error, at } = failure
  const retry = (): void => attempt(retryHandsFree(failure))
  const act = (action: ErrorAction): void => runErrorAction(action, { error, model: null, retry })
  // Nothing else helps before there is an engine.
  if (errorActions[error.code] === 'setUpSpeech') {
    return <ErrorAlert error={error} since={at} onAction={act} />
  }
  return (
    <ErrorAlert
      error={error}
      since={at}
      onAction={act}
      offered={['openProvider', 'addKey', 'chooseModel']}
    >
      <Button size="small" onClick={retry}>
        {t('errors.actions.retry')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => openSettings('voice')}>
        {t('chat.voiceInput.settings')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => store.set(handsFreeFailureAtom, null)}>
        {t('chat.voiceInput.dismiss')}
      </Button>
    </ErrorAlert>
  )
}
