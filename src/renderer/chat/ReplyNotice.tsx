import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../shared/chat.ts'
import { ErrorAlert } from '../app/ErrorAlert.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { continueAnswer, regenerate } from './answering.ts'
import { attempt } from './failures.ts'
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
                  onAction: (action) =>
                    runErrorAction(action, {
                      retry: () => attempt(regenerate(message)),
                      model: message.model,
                    }),
                }
              : {})}
          />
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
      return <Alert tone="note">{t('chat.notice.filtered')}</Alert>
    case 'interrupted':
    case 'cutOff':
      return (
        <Alert tone="note" actions={last && <ContinueButton message={message} />}>
          {t(`chat.notice.${message.status}`)}
        </Alert>
      )
  }
}

function ContinueButton({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  return (
    <Button size="small" onClick={() => attempt(continueAnswer(message))}>
      {t('chat.notice.continue')}
    </Button>
  )
}
