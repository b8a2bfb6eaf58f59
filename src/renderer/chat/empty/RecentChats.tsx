import { useAtomValue } from 'jotai'
import { MessageSquare } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { dateFormat, formatDaysAgo } from '../../ui/formatAmount.ts'
import { openChat } from '../actions.ts'
import { recentChatsAtom } from '../conversation/conversations.ts'
import { calendarDays } from '../list/dateGroups.ts'
import { useToday } from '../list/useToday.ts'

const shownChats = 3

/** Shows the chats used last, to go on with. */
export function RecentChats(): ReactNode {
  const { t, i18n } = useTranslation()
  const { conversations } = useAtomValue(recentChatsAtom)
  const today = useToday()
  if (conversations.length === 0) return null
  return (
    <div role="group" aria-labelledby="recent-chats">
      <p id="recent-chats" className="px-3 pb-1 text-xs font-medium text-muted">
        {t('chat.empty.recent')}
      </p>
      {conversations.slice(0, shownChats).map((conversation) => (
        <RecentChat
          key={conversation.id}
          conversation={conversation}
          used={formatUse(i18n.language, conversation.usedAt, today)}
        />
      ))}
    </div>
  )
}

interface RecentChatProps {
  conversation: Conversation
  /** When it was used, in words. */
  used: string
}

const RecentChat = memo(function RecentChat({ conversation, used }: RecentChatProps): ReactNode {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="flex h-9 w-full items-center gap-3 rounded-lg px-3 text-start text-sm select-none hover:bg-hover"
      onClick={() => openChat(conversation.id)}
    >
      <MessageSquare aria-hidden className="size-4 shrink-0 text-muted" />
      <span dir="auto" className="own-direction min-w-0 grow truncate">
        {conversation.title || t('chat.list.untitled')}
      </span>
      <span className="shrink-0 text-xs text-muted first-letter:uppercase">{used}</span>
    </button>
  )
})

/** Returns the day of use: `yesterday` and the like within a week, else the date. */
function formatUse(language: string, usedAt: number, today: number): string {
  const days = Math.max(0, calendarDays(new Date(usedAt), new Date(today)))
  if (days < 7) return formatDaysAgo(language, days)
  return dateFormat(language, { month: 'short', day: 'numeric' }).format(usedAt)
}
