import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { showFormatted } from '../conversation/crashedChats.ts'

/** Shows why a chat is plain text, with a button that formats it again. */
export function PlainNotice({ conversationId }: { conversationId: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="text-column flex flex-wrap items-center justify-between gap-2 py-2 text-sm text-muted"
    >
      <p className="min-w-0 flex-1 basis-80">{t('chat.plain.note')}</p>
      <Button size="small" onClick={() => showFormatted(conversationId)}>
        {t('chat.plain.format')}
      </Button>
    </div>
  )
}
