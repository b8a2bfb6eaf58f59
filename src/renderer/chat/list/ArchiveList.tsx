import { useAtomValue } from 'jotai'
import { Archive } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { archiveList, currentIdAtom } from '../conversation/conversations.ts'
import { DatedRows } from './DatedRows.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListSkeleton } from './ListRows.tsx'
import { MoreMark } from './MoreMark.tsx'

interface ArchiveListProps {
  onBack: () => void
  onOpenChat: () => void
}

/** Shows the chats of the archive. */
export function ArchiveList({ onBack, onOpenChat }: ArchiveListProps): ReactNode {
  const { t } = useTranslation()
  const { conversations, state, more, error } = useAtomValue(archiveList.atom)
  const currentId = useAtomValue(currentIdAtom)
  useEffect(() => void archiveList.loadMore(), [])
  const known = conversations.some(({ id }) => id === currentId)
  const tabStop = known ? currentId : conversations[0]?.id
  return (
    <>
      <ListHeader title={t('chat.archive.title')} onBack={onBack} />
      <div
        className="chat-list min-h-0 grow overflow-y-auto overscroll-contain px-2.5 pb-3"
        data-chat-list=""
      >
        <DatedRows time="usedAt" {...{ conversations, currentId, tabStop, onOpenChat }} />
        {error && (
          <ErrorAlert error={error} since={0} onAction={() => void archiveList.loadMore()} />
        )}
        {state === 'loading' && <ListSkeleton />}
        {state === 'ready' && !error && conversations.length === 0 && (
          <EmptyState
            icon={Archive}
            title={t('chat.archive.none')}
            description={t('chat.archive.hint')}
          />
        )}
        {state === 'ready' && more && !error && (
          <MoreMark count={conversations.length} onNear={archiveList.loadMore} />
        )}
      </div>
    </>
  )
}
