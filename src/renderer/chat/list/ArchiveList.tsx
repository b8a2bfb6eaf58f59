import { Archive } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { archiveList } from '../conversation/conversations.ts'
import { ChatList } from './ChatList.tsx'
import { ListHeader } from './ListHeader.tsx'

interface ArchiveListProps {
  onBack: () => void
  onOpenChat: () => void
}

/** Shows the chats of the archive. */
export function ArchiveList({ onBack, onOpenChat }: ArchiveListProps): ReactNode {
  const { t } = useTranslation()
  useEffect(() => void archiveList.loadMore(), [])
  return (
    <>
      <ListHeader title={t('chat.archive.title')} onBack={onBack} />
      <ChatList
        list={archiveList}
        empty={
          <EmptyState
            icon={Archive}
            title={t('chat.archive.none')}
            description={t('chat.archive.hint')}
          />
        }
        onOpenChat={onOpenChat}
      />
    </>
  )
}
