import { useAtomValue } from 'jotai'
import { MessageSquare } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../core/ErrorAlert.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { ChatRow } from './ChatRow.tsx'
import {
  conversationListAtom,
  currentIdAtom,
  loadMoreConversations,
} from '../conversation/conversations.ts'
import { groupByDate } from './dateGroups.ts'
import type { DateGroup } from './dateGroups.ts'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { useToday } from './useToday.ts'

/** The distance from the lower end at which the next page is loaded. */
const loadAheadPixels = 600

interface ChatListProps {
  onOpenChat: () => void
}

export function ChatList({ onOpenChat }: ChatListProps): ReactNode {
  const { t, i18n } = useTranslation()
  const { conversations, state, more, error } = useAtomValue(conversationListAtom)
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
      {error && (
        <ErrorAlert error={error} since={0} onAction={() => void loadMoreConversations()} />
      )}
      {state === 'loading' && <ListSkeleton />}
      {state === 'ready' && !error && conversations.length === 0 && (
        <EmptyState icon={MessageSquare} title={t('chat.list.empty')} />
      )}
      {state === 'ready' && more && !error && <MoreMark count={conversations.length} />}
    </div>
  )
}

function GroupName({ group }: { group: DateGroup<Conversation> }): ReactNode {
  const { t } = useTranslation()
  return group.name ? t(`chat.list.groups.${group.name}`) : group.month
}

/** Loads the next page when the reader comes near the end. */
function MoreMark({ count }: { count: number }): ReactNode {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void loadMoreConversations()
      },
      { root: element.parentElement, rootMargin: `0px 0px ${loadAheadPixels}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count])
  return <div ref={mark} className="h-px" />
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
