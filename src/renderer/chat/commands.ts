import {
  Archive,
  ClipboardType,
  Copy,
  FolderInput,
  FolderPlus,
  GitBranch,
  Pin,
  MessageSquarePlus,
  PanelLeft,
  Pencil,
  Printer,
  RefreshCw,
  Search,
  Square,
  TextSearch,
  TextCursorInput,
  Trash2,
  ArrowDown,
  ArrowUp,
} from 'lucide-react'
import { flushSync } from 'react-dom'
import type { CommandId } from '../../shared/commands.ts'
import type { Command } from '../core/command.ts'
import { isNarrow } from '../core/appearance/isNarrow.ts'
import { drawerOpenAtom, placeAtom, sidebarOpenAtom, store } from '../core/store.ts'
import * as actions from './actions.ts'
import { showListView } from './list/listView.ts'

export const chatCommands = {
  newChat: {
    titleKey: 'app.commands.newChat',
    icon: MessageSquarePlus,
    run: inChats(() => actions.newChat()),
  },
  searchChats: {
    titleKey: 'app.commands.searchChats',
    icon: Search,
    run: () => inChatList(actions.focusSearch),
  },
  findInChat: {
    titleKey: 'app.commands.findInChat',
    icon: TextSearch,
    run: () => actions.openFind(),
    enabled: () => inAChat(),
  },
  findNext: {
    titleKey: 'app.commands.findNext',
    icon: ArrowDown,
    run: () => actions.findStep(1),
    repeats: true,
    enabled: () => inAChat(),
  },
  findPrevious: {
    titleKey: 'app.commands.findPrevious',
    icon: ArrowUp,
    run: () => actions.findStep(-1),
    repeats: true,
    enabled: () => inAChat(),
  },
  nextChat: {
    titleKey: 'app.commands.nextChat',
    icon: ArrowDown,
    run: inChats(() => actions.nextChat()),
    repeats: true,
  },
  previousChat: {
    titleKey: 'app.commands.previousChat',
    icon: ArrowUp,
    run: inChats(() => actions.previousChat()),
    repeats: true,
  },
  renameChat: {
    titleKey: 'app.commands.renameChat',
    icon: Pencil,
    run: () => inChatList(actions.renameCurrent),
    enabled: () => inAChat(),
  },
  deleteChat: {
    titleKey: 'app.commands.deleteChat',
    icon: Trash2,
    run: () => actions.deleteCurrent(),
    enabled: () => inAChat(),
  },
  archiveChat: {
    titleKey: 'app.commands.archiveChat',
    icon: Archive,
    run: () => actions.archiveCurrent(),
    enabled: () => inAChat(),
  },
  newFolder: {
    titleKey: 'app.commands.newFolder',
    icon: FolderPlus,
    run: () => inChatList(actions.newFolder),
  },
  pinChat: {
    titleKey: 'app.commands.pinChat',
    icon: Pin,
    run: () => actions.pinCurrent(),
    enabled: () => inAChat(),
  },
  moveChat: {
    titleKey: 'app.commands.moveChat',
    icon: FolderInput,
    run: () => actions.moveCurrent(),
    enabled: () => inAChat(),
  },
  openArchive: {
    titleKey: 'app.commands.openArchive',
    icon: Archive,
    run: () => inChatList(() => showListView('archive')),
  },
  openTrash: {
    titleKey: 'app.commands.openTrash',
    icon: Trash2,
    run: () => inChatList(() => showListView('trash')),
  },
  focusComposer: {
    titleKey: 'app.commands.focusComposer',
    icon: TextCursorInput,
    run: inChats(() => actions.focusComposer()),
  },
  stopReply: {
    titleKey: 'app.commands.stopReply',
    icon: Square,
    run: () => actions.stopCurrent(),
    enabled: () => inAChat() && actions.canStop(),
  },
  regenerate: {
    titleKey: 'app.commands.regenerate',
    icon: RefreshCw,
    run: () => actions.regenerateLast(),
    enabled: () => inAChat(),
  },
  branchChat: {
    titleKey: 'app.commands.branchChat',
    icon: GitBranch,
    run: () => actions.branchLast(),
    enabled: () => inAChat() && actions.canBranchLast(),
  },
  copyLastAnswer: {
    titleKey: 'app.commands.copyLastAnswer',
    icon: Copy,
    run: () => (actions.hasSelection() ? actions.copyPlainText() : actions.copyLastAnswer()),
    enabled: () => inAChat(),
  },
  copyPlainText: {
    titleKey: 'app.commands.copyPlainText',
    icon: ClipboardType,
    run: () => actions.copyPlainText(),
    enabled: () => inAChat() && actions.hasSelection(),
  },
  printChat: {
    titleKey: 'app.commands.printChat',
    icon: Printer,
    run: () => actions.printCurrent(),
    enabled: () => inAChat(),
  },
  toggleSidebar: {
    titleKey: 'app.commands.toggleSidebar',
    icon: PanelLeft,
    run: toggleChatList,
  },
} satisfies Partial<Record<CommandId, Command>>

/** Opens the place at once: what is typed next must find what the command has focused. */
function inChats(run: () => void): () => void {
  return () => {
    flushSync(() => store.set(placeAtom, 'chats'))
    run()
  }
}

function inChatList(run: () => void): void {
  flushSync(() => {
    store.set(placeAtom, 'chats')
    showChatList()
  })
  // A drawer takes the focus for itself while it opens.
  if (isNarrow()) requestAnimationFrame(() => requestAnimationFrame(run))
  else run()
}

function inAChat(): boolean {
  return store.get(placeAtom) === 'chats' && actions.hasCurrent()
}

function showChatList(): void {
  store.set(isNarrow() ? drawerOpenAtom : sidebarOpenAtom, true)
}

function toggleChatList(): void {
  const wasElsewhere = store.get(placeAtom) !== 'chats'
  store.set(placeAtom, 'chats')
  const list = isNarrow() ? drawerOpenAtom : sidebarOpenAtom
  store.set(list, (open) => wasElsewhere || !open)
}
