import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../shared/chat.ts'
import { ErrorAlert } from '../app/ErrorAlert.tsx'
import type { ErrorAction } from '../app/errorText.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { continueAnswer, regenerate } from './answering.ts'
import { editQuestion } from './editRequest.ts'
import { attempt } from './failures.ts'
import { openModelPicker } from './ModelPicker.tsx'
import { runErrorAction } from './runErrorAction.ts'

interface ReplyNoticeProps {
  message: Message
  last: boolean
}

/** How an answer ended, where that was not by itself, and the way on. */
export function ReplyNotice({ message, last }: ReplyNoticeProps): ReactNode {
  const { t } = useTranslation()
  switch (message.status) {
    case 'streaming':
    case 'complete':
      return null
    case 'failed':
      return (
        message.error && (
          <ErrorAlert
            error={message.error}
            since={message.createdAt + (message.durationMilliseconds ?? 0)}
            {...(last
              ? {
                  onAction: (action) => runAction(action, message),
                }
              : {})}
          >
            {last && message.error.code === 'contentFiltered' && (
              <EditQuestionButton answer={message} />
            )}
          </ErrorAlert>
        )
      )
    case 'stopped':
      return (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {t('chat.notice.stopped')}
          {last && <ContinueButton message={message} />}
        </p>
      )
    case 'filtered':
      return <FilteredNotice message={message} last={last} />
    case 'interrupted':
    case 'cutOff':
      return (
        <Alert tone="note" actions={last && <ContinueButton message={message} />}>
          {t(`chat.notice.${message.status}`)}
        </Alert>
      )
  }
}

function runAction(action: ErrorAction, message: Message): void {
  const { error, model } = message
  if (!error) return
  runErrorAction(action, {
    retry: () => attempt(regenerate(message)),
    shorten: () => attempt(regenerate(message, true)),
    error,
    model,
  })
}

/** A filter or a refusal, with what the service says of it. */
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

function ContinueButton({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => attempt(continueAnswer(message))}>
      {t('chat.notice.continue')}
    </Button>
  )
}
