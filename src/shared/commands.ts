/**
 * Every verb of the user's that has a key or a place in the menu, with the keys it starts with,
 * written as Electron's accelerators; null where there is none. The page runs them: its
 * app/commands.ts does not compile while one is missing there.
 */
export const defaultShortcuts = {
  newChat: 'CmdOrCtrl+N',
  openPalette: 'CmdOrCtrl+K',
  searchChats: 'CmdOrCtrl+Shift+F',
  findInChat: 'CmdOrCtrl+F',
  findNext: 'F3',
  findPrevious: 'Shift+F3',
  nextChat: 'Alt+Down',
  previousChat: 'Alt+Up',
  renameChat: 'F2',
  deleteChat: 'CmdOrCtrl+Shift+Backspace',
  focusComposer: 'CmdOrCtrl+L',
  stopReply: 'Escape',
  regenerate: 'CmdOrCtrl+Shift+R',
  copyLastAnswer: 'CmdOrCtrl+Shift+C',
  /** The keys of copyLastAnswer do this while something is selected. */
  copyPlainText: null,
  printChat: 'CmdOrCtrl+P',
  toggleSidebar: 'CmdOrCtrl+B',
  openSettings: 'CmdOrCtrl+,',
  addProvider: null,
  showShortcuts: 'CmdOrCtrl+/',
} as const satisfies Record<string, string | null>

export type CommandId = keyof typeof defaultShortcuts
export const commandIds = Object.keys(defaultShortcuts) as CommandId[]

/** Which keys run which command: the defaults, with what the user has changed on top. */
export type Shortcuts = Readonly<Record<CommandId, string | null>>

export function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(defaultShortcuts, id)
}
