import { useAtomValue } from 'jotai'
import { Ellipsis, Pencil, Printer, TextSearch, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Menu, MenuItem } from '../ui/layers/Menu.tsx'
import { deleteCurrent, openFind, printCurrent } from './actions.ts'
import { BranchesButton } from './branches/BranchesButton.tsx'
import { chatCommands } from './commands.ts'
import { currentConversationAtom } from './conversation/conversations.ts'
import type { Thread } from './conversation/thread.ts'
import { modelNameAtom } from './models/modelNames.ts'

/** Shows the open chat's title and what can be done with the chat. */
export function ChatHeader({ thread }: { thread: Thread }): ReactNode {
  const { t } = useTranslation()
  const { title, model } = useAtomValue(currentConversationAtom) ?? {}
  const nameOf = useAtomValue(modelNameAtom)
  return (
    <header className="chat-header flex h-12 shrink-0 items-center gap-2 ps-5 pe-2">
      <h1 dir="auto" className="own-direction min-w-0 truncate text-sm font-semibold">
        {title || t('chat.list.untitled')}
      </h1>
      {model && (
        <span dir="auto" className="min-w-0 shrink-0 truncate text-sm text-muted">
          {nameOf(model)}
        </span>
      )}
      <div className="grow" />
      <BranchesButton key={thread.conversationId} thread={thread} />
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('chat.header.options')}
            icon={<Ellipsis aria-hidden className="size-4.5" />}
          />
        }
      >
        <MenuItem
          icon={<Pencil aria-hidden className="size-4" />}
          onSelect={chatCommands.renameChat.run}
        >
          {t('chat.list.rename')}
        </MenuItem>
        <MenuItem icon={<TextSearch aria-hidden className="size-4" />} onSelect={openFind}>
          {t('app.commands.findInChat')}
        </MenuItem>
        <MenuItem icon={<Printer aria-hidden className="size-4" />} onSelect={printCurrent}>
          {t('app.commands.printChat')}
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden className="size-4" />} onSelect={deleteCurrent}>
          {t('chat.list.delete')}
        </MenuItem>
      </Menu>
    </header>
  )
}
