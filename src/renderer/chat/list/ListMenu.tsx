import { useAtomValue } from 'jotai'
import { Archive, Ellipsis, FolderPlus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatSort } from '../../../shared/chat/chatList.ts'
import { everyOf } from '../../core/everyOf.ts'
import { preferencesAtom, store } from '../../core/store.ts'
import { updatePreferences } from '../../core/updatePreferences.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { MenuRadioGroup } from '../../ui/layers/MenuRadioGroup.tsx'
import { newFolder } from '../actions.ts'
import { chatSortAtom } from '../conversation/conversations.ts'
import { showListView } from './listView.ts'

const chatSorts = everyOf<ChatSort>({ used: true, created: true, title: true })

/** The menu above the list of chats: a new folder, the archive, the trash, and the order. */
export function ListMenu(): ReactNode {
  const { t } = useTranslation()
  const sort = useAtomValue(chatSortAtom)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          data-list-menu=""
          label={t('chat.list.more')}
          icon={<Ellipsis aria-hidden className="size-4" />}
        />
      }
    >
      <MenuItem icon={<FolderPlus aria-hidden className="size-4" />} onSelect={newFolder}>
        {t('chat.folders.create')}
      </MenuItem>
      <MenuItem
        icon={<Archive aria-hidden className="size-4" />}
        onSelect={() => showListView('archive')}
      >
        {t('chat.archive.title')}
      </MenuItem>
      <MenuItem
        icon={<Trash2 aria-hidden className="size-4" />}
        onSelect={() => showListView('trash')}
      >
        {t('chat.trash.title')}
      </MenuItem>
      <MenuRadioGroup
        label={t('chat.list.sort')}
        value={sort}
        options={chatSorts.map((value) => ({ value, label: t(`chat.list.sorts.${value}`) }))}
        onValueChange={setSort}
      />
    </Menu>
  )
}

function setSort(sort: ChatSort): void {
  const preferences = store.get(preferencesAtom)
  if (preferences) updatePreferences({ chats: { ...preferences.chats, sort } })
}
