import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorCode } from '../../../shared/errors.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { formatSecondsAhead } from '../../ui/formatAmount.ts'
import { useSecondsUntil } from '../../ui/status/useSecondsUntil.ts'
import { stopAnswer } from '../conversation/answering.ts'
import { attempt } from '../../core/failures.ts'
import type { ReplyWait } from '../conversation/replies.ts'

interface RetryNoteProps {
  conversationId: string
  wait: ReplyWait
}

/** Shows why an answer has not begun, and when the next try starts. */
export function RetryNote({ conversationId, wait: { error, until } }: RetryNoteProps): ReactNode {
  const { t, i18n } = useTranslation()
  const seconds = useSecondsUntil(until)
  const provider = error.details?.provider ?? t('errors.unnamed.provider')
  const when = formatSecondsAhead(i18n.language, seconds)
  return (
    <Alert
      tone="note"
      actions={
        <Button size="small" onClick={() => attempt(stopAnswer(conversationId))}>
          {t('chat.composer.stop')}
        </Button>
      }
    >
      <p>{t(`chat.retry.${reasonOf(error.code)}`, { provider })}</p>
      {/* An alert announces its changes, which must not include a countdown every second. */}
      <p aria-live="off" className="text-muted tabular-nums">
        {seconds > 0 ? t('chat.retry.at', { when }) : t('chat.retry.now')}
      </p>
    </Alert>
  )
}

function reasonOf(code: ErrorCode): 'loading' | 'pause' | 'unreachable' | 'problem' {
  switch (code) {
    case 'modelLoading':
      return 'loading'
    case 'rateLimited':
      return 'pause'
    case 'connectionFailed':
    case 'timeout':
      return 'unreachable'
    default:
      return 'problem'
  }
}
