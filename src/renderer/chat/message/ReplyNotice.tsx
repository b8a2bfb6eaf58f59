import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { ErrorAction, WireError } from '../../../shared/errors.ts'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { continueAnswer, regenerate } from '../conversation/answering.ts'
import { focusComposer } from '../composer/composing.ts'
import { editQuestion } from './editRequest.ts'
import { attempt } from '../../core/failures.ts'
import { useKeptFlag } from '../log/keptState.ts'
import { openModelPicker } from '../models/ModelPicker.tsx'
import { runErrorAction } from '../runErrorAction.ts'

interface ReplyNoticeProps {
  message: Message
  last: boolean
}

/** Shows why an answer ended early, and what the user can do. */
export function ReplyNotice({ message, last }: ReplyNoticeProps): ReactNode {
  const { t } = useTranslation()
  switch (message.status) {
    case 'streaming':
    case 'awaiting':
    case 'complete':
      return null
    case 'failed':
      return message.error && <FailureNotice message={message} error={message.error} last={last} />
    case 'stopped':
      return (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {t('chat.notice.stopped')}
          {last && <GoOnButton message={message} />}
        </p>
      )
    case 'filtered':
      return <FilteredNotice message={message} last={last} />
    case 'interrupted':
    case 'cutOff':
      return (
        <Alert tone="note" actions={last && <GoOnButton message={message} />}>
          {t(`chat.notice.${message.status}`)}
        </Alert>
      )
  }
}

interface FailureNoticeProps extends ReplyNoticeProps {
  error: WireError
}

/** Shows a failure. Closing it leaves the retry button; the next failure shows it again. */
function FailureNotice({ message, error, last }: FailureNoticeProps): ReactNode {
  const failure = `failure ${String(message.durationMilliseconds)}`
  const [dismissed, setDismissed] = useKeptFlag(failure, false)
  const filtered = error.code === 'contentFiltered'
  const goOn = last && !filtered && saysSomething(message) && <ContinueButton message={message} />
  if (dismissed) return <div className="flex">{goOn}</div>
  const dismiss = (): void => {
    setDismissed(true)
    focusComposer()
  }
  return (
    <ErrorAlert
      error={error}
      since={sinceOf(message, error)}
      {...(last ? { onAction: (action) => runAction(action, message), onDismiss: dismiss } : {})}
    >
      {goOn}
      {last && filtered && <EditQuestionButton answer={message} />}
    </ErrorAlert>
  )
}

/**
 * Returns when the failed request was made, or if that is unknown, when the answer stopped.
 * Milliseconds since 1970.
 */
function sinceOf({ createdAt, durationMilliseconds }: Message, { details }: WireError): number {
  return details?.askedAt ?? createdAt + (durationMilliseconds ?? 0)
}

function runAction(action: ErrorAction, message: Message): void {
  const { error, model, columns } = message
  if (!error) return
  runErrorAction(action, {
    retry: () => attempt(regenerate(message)),
    ...(saysSomething(message) && { goOn: () => attempt(continueAnswer(message)) }),
    shorten: () => attempt(regenerate(message, { shorten: true })),
    // A column keeps to its own model, whichever the chat has.
    ...(columns && {
      replace: (replacement) => attempt(regenerate(message, { model: replacement })),
    }),
    error,
    model,
  })
}

/** Shows that a filter or a refusal ended the answer, with the service's explanation. */
function FilteredNotice({ message, last }: ReplyNoticeProps): ReactNode {
  const { t } = useTranslation()
  const reason = message.error?.details?.answer
  return (
    <Alert
      tone="note"
      actions={
        last && (
          <>
            <EditQuestionButton answer={message} />
            <Button size="small" onClick={openModelPicker}>
              {t('chat.model.choose')}
            </Button>
          </>
        )
      }
    >
      {reason === undefined
        ? t('chat.notice.filtered')
        : t('chat.notice.filteredBecause', { reason })}
    </Alert>
  )
}

function EditQuestionButton({ answer }: { answer: Message }): ReactNode {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => editQuestion(answer)}>
      {t('chat.message.editLabel')}
    </Button>
  )
}

/** Shows the button for continuing, if the answer contains anything to continue. */
function GoOnButton({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  if (saysSomething(message)) return <ContinueButton message={message} />
  return (
    <Button size="small" onClick={() => attempt(regenerate(message))}>
      {t('errors.actions.retry')}
    </Button>
  )
}

/** Tells whether a message has more than reasoning, which a new attempt repeats. */
function saysSomething({ parts }: Message): boolean {
  return parts.some(({ type }) => type !== 'reasoning')
}

function ContinueButton({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => attempt(continueAnswer(message))}>
      {t('chat.notice.continue')}
    </Button>
  )
}
