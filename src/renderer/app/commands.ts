import {
  ClipboardType,
  Copy,
  Keyboard,
  MessageSquarePlus,
  PanelLeft,
  Pencil,
  Plus,
  Printer,
  RefreshCw,
  Search,
  Settings,
  Square,
  TextSearch,
  TextCursorInput,
  Trash2,
  ArrowDown,
  ArrowUp,
  Command as CommandIcon,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ParseKeys } from 'i18next'
import { flushSync } from 'react-dom'
import { defaultShortcuts, isCommandId } from '../../shared/commands.ts'
import type { CommandId } from '../../shared/commands.ts'
import * as chat from '../chat/actions.ts'
import { closeLayers } from '../ui/layers.ts'
import type { Api } from '../core/bridge.ts'
import { commandOf } from './shortcuts.ts'
import { isNarrow } from './narrow.ts'
import { openSettings, settingsTargetAtom } from '../core/settingsTarget.ts'
import {
  drawerOpenAtom,
  infoAtom,
  paletteOpenAtom,
  placeAtom,
  sidebarOpenAtom,
  store,
} from '../core/store.ts'

export interface Command {
  titleKey: ParseKeys
  icon: LucideIcon
  run: () => void
  /** Goes on while its keys are held down. */
  repeats?: boolean
  /** Whether it can do something now; without it, always. */
  enabled?: () => boolean
}

/** Every verb of the user's, once: the menu, the palette, the keyboard and the settings read it. */
export const commands: Record<CommandId, Command> = {
  newChat: {
    titleKey: 'app.commands.newChat',
    icon: MessageSquarePlus,
    run: inChats(() => chat.newChat()),
  },
  openPalette: {
    titleKey: 'app.commands.openPalette',
    icon: CommandIcon,
    run: togglePalette,
  },
  searchChats: {
    titleKey: 'app.commands.searchChats',
    icon: Search,
    run: () => inChatList(chat.focusSearch),
  },
  findInChat: {
    titleKey: 'app.commands.findInChat',
    icon: TextSearch,
    run: () => chat.openFind(),
    enabled: () => inAChat(),
  },
  findNext: {
    titleKey: 'app.commands.findNext',
    icon: ArrowDown,
    run: () => chat.findStep(1),
    repeats: true,
    enabled: () => inAChat(),
  },
  findPrevious: {
    titleKey: 'app.commands.findPrevious',
    icon: ArrowUp,
    run: () => chat.findStep(-1),
    repeats: true,
    enabled: () => inAChat(),
  },
  nextChat: {
    titleKey: 'app.commands.nextChat',
    icon: ArrowDown,
    run: inChats(() => chat.nextChat()),
    repeats: true,
  },
  previousChat: {
    titleKey: 'app.commands.previousChat',
    icon: ArrowUp,
    run: inChats(() => chat.previousChat()),
    repeats: true,
  },
  renameChat: {
    titleKey: 'app.commands.renameChat',
    icon: Pencil,
    run: () => inChatList(chat.renameCurrent),
    enabled: () => inAChat(),
  },
  deleteChat: {
    titleKey: 'app.commands.deleteChat',
    icon: Trash2,
    run: () => chat.deleteCurrent(),
    enabled: () => inAChat(),
  },
  focusComposer: {
    titleKey: 'app.commands.focusComposer',
    icon: TextCursorInput,
    run: inChats(() => chat.focusComposer()),
  },
  stopReply: {
    titleKey: 'app.commands.stopReply',
    icon: Square,
    run: () => chat.stopCurrent(),
    enabled: () => inAChat() && chat.canStop(),
  },
  regenerate: {
    titleKey: 'app.commands.regenerate',
    icon: RefreshCw,
    run: () => chat.regenerateLast(),
    enabled: () => inAChat(),
  },
  copyLastAnswer: {
    titleKey: 'app.commands.copyLastAnswer',
    icon: Copy,
    run: () => (chat.hasSelection() ? chat.copyPlainText() : chat.copyLastAnswer()),
    enabled: () => inAChat(),
  },
  copyPlainText: {
    titleKey: 'app.commands.copyPlainText',
    icon: ClipboardType,
    run: () => chat.copyPlainText(),
    enabled: () => inAChat() && chat.hasSelection(),
  },
  printChat: {
    titleKey: 'app.commands.printChat',
    icon: Printer,
    run: () => chat.printCurrent(),
    enabled: () => inAChat(),
  },
  toggleSidebar: {
    titleKey: 'app.commands.toggleSidebar',
    icon: PanelLeft,
    run: toggleChatList,
  },
  openSettings: {
    titleKey: 'app.commands.openSettings',
    icon: Settings,
    run: () => openSettings(store.get(settingsTargetAtom).section),
  },
  addProvider: {
    titleKey: 'app.commands.addProvider',
    icon: Plus,
    run: () => openSettings('providers'),
  },
  showShortcuts: {
    titleKey: 'app.commands.showShortcuts',
    icon: Keyboard,
    run: () => openSettings('shortcuts'),
  },
}

/** It comes before all else: see ui/layers.ts. */
function togglePalette(): void {
  if (!store.get(paletteOpenAtom)) flushSync(() => closeLayers('popup'))
  store.set(paletteOpenAtom, (open) => !open)
}

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
  return store.get(placeAtom) === 'chats' && chat.hasCurrent()
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

export function isEnabled(id: CommandId): boolean {
  return commands[id].enabled?.() ?? true
}

/** Runs a command if it can do something now, and tells whether it did. */
export function runCommand(id: CommandId): boolean {
  if (!isEnabled(id)) return false
  if (id !== 'openPalette') store.set(paletteOpenAtom, false)
  commands[id].run()
  return true
}

/** Hears the keyboard and main's menu. */
export function listenForCommands(api: Api): void {
  window.addEventListener('keydown', onKeyDown)
  api.app.commandChosen(({ id }) => {
    if (isCommandId(id) && !store.get(infoAtom)?.fatal) runCommand(id)
  })
}

function onKeyDown(event: KeyboardEvent): void {
  const info = store.get(infoAtom)
  if (!info || info.fatal || event.defaultPrevented || event.isComposing) return
  const id = commandOf(event, defaultShortcuts, info.platform)
  if (id === undefined || isTakenByPopup(id)) return
  const isHeld = event.repeat && !commands[id].repeats
  if (isHeld || runCommand(id)) event.preventDefault()
}

/** An open dialog or menu comes first; only what opens and closes one reaches through it. */
function isTakenByPopup(id: CommandId): boolean {
  if (id === 'openPalette' || id === 'toggleSidebar') return false
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}
