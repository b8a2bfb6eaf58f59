import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { ChatRow } from './ChatRow.tsx'
import { currentIdAtom, type PagedList } from '../conversation/conversations.ts'
import { groupByDate } from './dateGroups.ts'
import type { DateGroup } from './dateGroups.ts'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { MoreMark } from './MoreMark.tsx'
import { useToday } from './useToday.ts'

interface ChatListProps {
  list: PagedList
  /** Stands in place of the rows while there are none. */
  empty: ReactNode
  onOpenChat: () => void
}

export function ChatList({ list, empty, onOpenChat }: ChatListProps): ReactNode {
  const { i18n } = useTranslation()
  const { conversations, state, more, error } = useAtomValue(list.atom)
  const currentId = useAtomValue(currentIdAtom)
  const today = useToday()
  const groups = useMemo(
    () => groupByDate(conversations, ({ usedAt }) => usedAt, today, i18n.language),
    [conversations, today, i18n.language],
  )
  const known = conversations.some(({ id }) => id === currentId)
  const tabStop = known ? currentId : conversations[0]?.id
  return (
    <div
      className="chat-list min-h-0 grow overflow-y-auto overscroll-contain px-2.5 pb-3"
      data-chat-list=""
    >
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`chats-${group.key}`}>
          <h2 id={`chats-${group.key}`} className="px-2.5 pt-4 pb-1 text-xs font-medium text-muted">
            <GroupName group={group} />
          </h2>
          <ul>
            {group.items.map((conversation) => (
              <ChatRow
                key={conversation.id}
                conversation={conversation}
                current={conversation.id === currentId}
                tabStop={conversation.id === tabStop}
                onOpenChat={onOpenChat}
              />
            ))}
          </ul>
        </section>
      ))}
      {error && <ErrorAlert error={error} since={0} onAction={() => void list.loadMore()} />}
      {state === 'loading' && <ListSkeleton />}
      {state === 'ready' && !error && conversations.length === 0 && empty}
      {state === 'ready' && more && !error && (
        <MoreMark count={conversations.length} onNear={list.loadMore} />
      )}
    </div>
  )
}

function GroupName({ group }: { group: DateGroup<Conversation> }): ReactNode {
  const { t } = useTranslation()
  return group.name ? t(`chat.list.groups.${group.name}`) : group.month
}

function ListSkeleton(): ReactNode {
  return (
    <div className="space-y-3.5 px-2.5 pt-6">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
