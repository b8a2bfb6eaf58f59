import '../chat.css'
import { useAtom } from 'jotai'
import { ListFilter, MessageSquare, SquarePen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../core/lazyComponent.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../ui/status/EmptyState.tsx'
import { newChat, startChats } from '../actions.ts'
import { ArchiveList } from './ArchiveList.tsx'
import { ChatList } from './ChatList.tsx'
import { ListMenu } from './ListMenu.tsx'
import { listViewAtom } from './listView.ts'
import { searchOpenAtom } from './searchState.ts'
import { maxQueryLength } from '../../../shared/limits.ts'

const searchPanel = lazyComponent(async () => (await import('./SearchPanel.tsx')).SearchPanel)

const trashList = lazyComponent(async () => (await import('./TrashList.tsx')).TrashList)

interface ChatSidebarProps {
  /** Called when the user chooses a chat, so that an overlay can close. */
  onOpenChat?: () => void
}

/** Shows all chats, the archive or the trash, and the search. */
export function ChatSidebar({ onOpenChat }: ChatSidebarProps): ReactNode {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [isSearching, setSearching] = useAtom(searchOpenAtom)
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
        <div className="flex items-center gap-1">
          <div className="min-w-0 grow">
            <SearchField
              data-chat-search=""
              data-command="searchChats"
              label={t('chat.search.label')}
              clearLabel={t('chat.search.clear')}
              maxLength={maxQueryLength}
              query={query}
              onQueryChange={setQuery}
              // The component shows the failure where it is used.
              onFocus={() => void searchPanel.preload().catch(() => {})}
              className="bg-transparent hover:bg-hover focus:bg-hover"
            />
          </div>
          <IconButton
            label={t('chat.search.options')}
            aria-expanded={isSearching || query.trim() !== ''}
            icon={<ListFilter aria-hidden className="size-4" />}
            onClick={() => setSearching(!isSearching)}
          />
        </div>
      </div>
      {query.trim() === '' && !isSearching ? (
        <ShownList onOpenChat={opened} />
      ) : (
        <searchPanel.Component query={query.trim()} onQueryChange={setQuery} onOpenChat={opened} />
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
      empty={<EmptyState icon={MessageSquare} title={t('chat.list.empty')} />}
      onOpenChat={onOpenChat}
    />
  )
}
