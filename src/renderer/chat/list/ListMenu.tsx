import { Archive, Ellipsis, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/layers/Menu.tsx'
import { showListView } from './listView.ts'

/** The menu above the list of chats: the archive and the trash. */
export function ListMenu(): ReactNode {
  const { t } = useTranslation()
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
    </Menu>
  )
}
