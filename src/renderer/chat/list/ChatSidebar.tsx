import '../chat.css'
import { SquarePen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { newChat, startChats } from '../actions.ts'
import { ChatList } from './ChatList.tsx'
import { maxQueryLength } from '../../../shared/limits.ts'

const searchResults = lazyComponent(async () => (await import('./SearchResults.tsx')).SearchResults)

interface ChatSidebarProps {
  /** Called when the user chooses a chat, so that an overlay can close. */
  onOpenChat?: () => void
}

/** Shows all chats by their last use, and the search. */
export function ChatSidebar({ onOpenChat }: ChatSidebarProps): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  useEffect(startChats, [])
  const opened = (): void => onOpenChat?.()
  return (
    <nav aria-label={t('chat.list.title')} className="flex h-full min-h-0 flex-col">
      <div className="space-y-1 p-2.5 pb-1.5">
        <button
          type="button"
          data-command="newChat"
          className="pressable flex h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium hover:bg-hover"
          onClick={() => {
            newChat()
            opened()
          }}
        >
          <SquarePen aria-hidden className="size-4 shrink-0" />
          {t('chat.newChat')}
        </button>
        <SearchField
          data-chat-search=""
          data-command="searchChats"
          label={t('chat.search.label')}
          clearLabel={t('chat.search.clear')}
          maxLength={maxQueryLength}
          query={query}
          onQueryChange={setQuery}
          // The component shows the failure where it is used.
          onFocus={() => void searchResults.preload().catch(() => {})}
          className="bg-transparent hover:bg-hover focus:bg-hover"
        />
      </div>
      {query.trim() === '' ? (
        <ChatList onOpenChat={opened} />
      ) : (
        <searchResults.Component query={query.trim()} onOpenChat={opened} />
      )}
    </nav>
  )
}
