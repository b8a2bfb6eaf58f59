import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { foldersErrorAtom, folderTreeAtom } from '../../folders/folderList.ts'
import { moveNoteAtom } from '../../folders/folderActions.ts'
import {
  chatList,
  chatSortAtom,
  currentIdAtom,
  pinnedList,
  readLists,
} from '../conversation/conversations.ts'
import { DatedRows } from './DatedRows.tsx'
import { FolderBranch } from './FolderBranch.tsx'
import { ChatRows, ListSection, ListSkeleton, type RowsProps } from './ListRows.tsx'
import { tabStopAtom } from './listRows.ts'
import { MoreMark } from './MoreMark.tsx'

interface ChatListProps {
  /** Stands in place of the rows while there are none. */
  empty: ReactNode
  onOpenChat: () => void
}

/** Shows the pinned chats, the folders, and the chats in none of them. */
export function ChatList({ empty, onOpenChat }: ChatListProps): ReactNode {
  const { t } = useTranslation()
  const pinned = useAtomValue(pinnedList.atom)
  const loose = useAtomValue(chatList.atom)
  const folders = useAtomValue(folderTreeAtom).get(null) ?? []
  const foldersError = useAtomValue(foldersErrorAtom)
  const note = useAtomValue(moveNoteAtom)
  const currentId = useAtomValue(currentIdAtom)
  const tabStop = useAtomValue(tabStopAtom)
  const error = loose.error ?? pinned.error ?? foldersError
  const rows = { currentId, tabStop, onOpenChat }
  const isEmpty = [pinned.conversations, folders, loose.conversations].every(
    ({ length }) => length === 0,
  )
  return (
    <div
      className="chat-list min-h-0 grow overflow-y-auto overscroll-contain px-2.5 pb-3"
      data-chat-list=""
    >
      {pinned.conversations.length > 0 && (
        <ListSection id="pinned" title={t('chat.list.pinned')}>
          <ChatRows conversations={pinned.conversations} {...rows} />
          {pinned.more && !error && (
            <MoreMark count={pinned.conversations.length} onNear={pinnedList.loadMore} />
          )}
        </ListSection>
      )}
      {folders.length > 0 && (
        <ListSection id="folders" title={t('chat.folders.title')}>
          {folders.map((folder) => (
            <FolderBranch
              key={folder.id}
              folder={folder}
              tabStop={folder.id === tabStop}
              onOpenChat={onOpenChat}
            />
          ))}
        </ListSection>
      )}
      <LooseChats conversations={loose.conversations} {...rows} />
      {error && <ErrorAlert error={error} since={0} onAction={() => void readLists()} />}
      {loose.state === 'loading' && <ListSkeleton />}
      {loose.state === 'ready' && !error && isEmpty && empty}
      {loose.more && !error && (
        <MoreMark count={loose.conversations.length} onNear={chatList.loadMore} />
      )}
      <p role="status" className="sr-only">
        {note}
      </p>
    </div>
  )
}

/** Shows the chats in no folder in the order that the user has chosen. */
function LooseChats({ conversations, ...rows }: RowsProps): ReactNode {
  const { t } = useTranslation()
  const sort = useAtomValue(chatSortAtom)
  if (sort !== 'title') {
    const time = sort === 'used' ? 'usedAt' : 'createdAt'
    return <DatedRows time={time} conversations={conversations} {...rows} />
  }
  if (conversations.length === 0) return null
  return (
    <ListSection id="by-title" title={t('chat.list.title')}>
      <ChatRows conversations={conversations} {...rows} />
    </ListSection>
  )
}
