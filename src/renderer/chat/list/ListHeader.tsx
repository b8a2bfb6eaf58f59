import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'

interface ListHeaderProps {
  title: string
  onBack: () => void
  /** Stands at the end of the line. */
  action?: ReactNode
}

/** Names the archive or the trash above its rows, and leads back to the chats. */
export function ListHeader({ title, onBack, action }: ListHeaderProps): ReactNode {
  const { t } = useTranslation()
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <div className="flex items-center gap-1 px-2.5 pt-1">
      <IconButton
        ref={back}
        size="small"
        label={t('chat.list.back')}
        icon={<ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />}
        onClick={onBack}
      />
      <h2 className="min-w-0 grow truncate text-sm font-medium">{title}</h2>
      {action}
    </div>
  )
}
