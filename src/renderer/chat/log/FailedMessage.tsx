import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PlainText } from '../../ui/layout/PlainText.tsx'
import { textOf } from '../conversation/replyMessage.ts'

interface FailedMessageProps {
  message: Message
  onTryAgain: () => void
}

/** Shows the plain text of a message whose drawing has failed. */
export function FailedMessage({ message, onTryAgain }: FailedMessageProps): ReactNode {
  const { t } = useTranslation()
  return (
    <div className="selectable flex flex-col items-start gap-2 leading-relaxed">
      <p role="alert" className="text-sm text-muted">
        {t('markdown.failed')}
      </p>
      <Button size="small" onClick={onTryAgain}>
        {t('markdown.tryAgain')}
      </Button>
      <PlainText text={textOf(message)} />
    </div>
  )
}
