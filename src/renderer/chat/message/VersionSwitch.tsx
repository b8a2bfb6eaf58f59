import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { showVersion } from '../conversation/answering.ts'
import { attempt } from '../../core/failures.ts'

/** Switches between the versions of a message, if there are several. */
export function VersionSwitch({ message }: { message: Message }): ReactNode {
  const { t } = useTranslation()
  const { siblings, id, conversationId } = message
  if (siblings.length < 2) return null
  const index = siblings.indexOf(id)
  const show = (target: string | undefined): void => {
    if (target) attempt(showVersion(conversationId, target))
  }
  return (
    <div className="message-versions flex items-center text-sm text-muted tabular-nums">
      <IconButton
        size="small"
        label={t('chat.message.previousVersion')}
        icon={<ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />}
        disabled={index <= 0}
        onClick={() => show(siblings[index - 1])}
      />
      <span>
        {t('chat.message.version', {
          index: index + 1,
          total: siblings.length,
        })}
      </span>
      <IconButton
        size="small"
        label={t('chat.message.nextVersion')}
        icon={<ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />}
        disabled={index >= siblings.length - 1}
        onClick={() => show(siblings[index + 1])}
      />
    </div>
  )
}
