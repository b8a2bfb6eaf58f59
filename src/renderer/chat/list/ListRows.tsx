import type { ReactNode } from 'react'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { Skeleton } from '../../ui/status/Skeleton.tsx'
import { ChatRow } from './ChatRow.tsx'

export interface RowsProps {
  conversations: readonly Conversation[]
  currentId: string | null
  /** The row that the Tab key reaches. */
  tabStop: string | null | undefined
  onOpenChat: () => void
}

export function ChatRows({ conversations, currentId, tabStop, onOpenChat }: RowsProps): ReactNode {
  return conversations.map((conversation) => (
    <ChatRow
      key={conversation.id}
      conversation={conversation}
      current={conversation.id === currentId}
      tabStop={conversation.id === tabStop}
      onOpenChat={onOpenChat}
    />
  ))
}

interface ListSectionProps {
  /** Unique among the sections of the list. */
  id: string
  title: ReactNode
  children: ReactNode
}

/** Shows a part of the list under its name. */
export function ListSection({ id, title, children }: ListSectionProps): ReactNode {
  return (
    <section aria-labelledby={`chats-${id}`}>
      <h2 id={`chats-${id}`} className="px-2.5 pt-4 pb-1 text-xs font-medium text-muted">
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

export function ListSkeleton(): ReactNode {
  return (
    <div className="space-y-3.5 px-2.5 pt-6">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
