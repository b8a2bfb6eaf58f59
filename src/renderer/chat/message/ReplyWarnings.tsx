import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { prominentWarnings } from './replyWarnings.ts'

/** Shows the warnings of a reply, one per line. */
export function ReplyWarnings({ message }: { message: Message }): ReactNode {
  const { t, i18n } = useTranslation()
  if (message.warnings.length === 0) return null
  return prominentWarnings(message, t, i18n.language).map((sentence) => (
    <p key={sentence} className="flex items-start gap-2 text-sm text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{sentence}</span>
    </p>
  ))
}
