import '../chat.css'
import { useAtom } from 'jotai'
import { MessageSquare, SquarePen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { newChat, startChats } from '../actions.ts'
import { chatList } from '../conversation/conversations.ts'
import { ArchiveList } from './ArchiveList.tsx'
import { ChatList } from './ChatList.tsx'
import { ListMenu } from './ListMenu.tsx'
import { listViewAtom } from './listView.ts'
import { maxQueryLength } from '../../../shared/limits.ts'

const searchResults = lazyComponent(async () => (await import('./SearchResults.tsx')).SearchResults)

const trashList = lazyComponent(async () => (await import('./TrashList.tsx')).TrashList)

interface ChatSidebarProps {
  /** Called when the user chooses a chat, so that an overlay can close. */
  onOpenChat?: () => void
}

/** Shows all chats by their last use, the archive or the trash, and the search. */
export function ChatSidebar({ onOpenChat }: ChatSidebarProps): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  useEffect(startChats, [])
  const opened = (): void => onOpenChat?.()
  return (
    <nav aria-label={t('chat.list.title')} className="flex h-full min-h-0 flex-col">
      <div className="space-y-1 p-2.5 pb-1.5">
        <div className="flex items-center gap-1">
          <button
            type="button"
            data-command="newChat"
            className="pressable flex h-9 min-w-0 grow items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium hover:bg-hover"
            onClick={() => {
              newChat()
              opened()
            }}
          >
            <SquarePen aria-hidden className="size-4 shrink-0" />
            {t('chat.newChat')}
          </button>
          <ListMenu />
        </div>
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
        <ShownList onOpenChat={opened} />
      ) : (
        <searchResults.Component query={query.trim()} onOpenChat={opened} />
      )}
    </nav>
  )
}

function ShownList({ onOpenChat }: { onOpenChat: () => void }): ReactNode {
  const { t } = useTranslation()
  const [view, setView] = useAtom(listViewAtom)
  const backToChats = (): void => {
    setView('chats')
    document.querySelector<HTMLElement>('[data-list-menu]')?.focus()
  }
  if (view === 'archive') return <ArchiveList onBack={backToChats} onOpenChat={onOpenChat} />
  if (view === 'trash') return <trashList.Component onBack={backToChats} />
  return (
    <ChatList
      list={chatList}
      empty={<EmptyState icon={MessageSquare} title={t('chat.list.empty')} />}
      onOpenChat={onOpenChat}
    />
  )
}
