/**
 * Every command that has a shortcut or a menu item, with its default shortcut as an Electron
 * accelerator; null if it has none. The page runs the commands: its app/commands.ts does not
 * compile if one is missing there.
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
  /** Moves the open chat into the archive, or out of it. */
  archiveChat: null,
  newFolder: null,
  pinChat: null,
  moveChat: null,
  openArchive: null,
  openTrash: null,
  focusComposer: 'CmdOrCtrl+L',
  stopReply: 'Escape',
  regenerate: 'CmdOrCtrl+Shift+R',
  /** Copies the open chat up to its last message into a new one. */
  branchChat: null,
  copyLastAnswer: 'CmdOrCtrl+Shift+C',
  /** The shortcut of copyLastAnswer copies the selection as plain text while text is selected. */
  copyPlainText: null,
  printChat: 'CmdOrCtrl+P',
  toggleSidebar: 'CmdOrCtrl+B',
  openSettings: 'CmdOrCtrl+,',
  openAssistants: null,
  openPrompts: null,
  showInstructions: null,
  addProvider: null,
  continueText: null,
  openMedia: null,
  openKnowledge: null,
  newBase: null,
  openTables: null,
  openFineTuning: null,
  openSpending: null,
  openPlugins: null,
  addPlugin: null,
  showShortcuts: 'CmdOrCtrl+/',
  askGuide: null,
  quit: null,
} as const satisfies Record<string, string | null>

export type CommandId = keyof typeof defaultShortcuts
export const commandIds = Object.keys(defaultShortcuts) as CommandId[]

/** The shortcut of each command: the defaults, overridden by the user's changes. */
export type Shortcuts = Readonly<Record<CommandId, string | null>>

/** The user's changes: the keys of a command, or null to take its keys away. */
export type ChangedShortcuts = Readonly<Record<string, string | null>>

/**
 * Returns the shortcut of each command; no two have the same. A default shortcut gives way to a
 * command that the user has given the same keys, also one that a later version adds. If the file
 * gives them to two commands, the first has them.
 */
export function resolveShortcuts(changed: ChangedShortcuts): Shortcuts {
  const shortcuts: Record<CommandId, string | null> = { ...defaultShortcuts }
  const taken = new Set<string>()
  const give = (id: CommandId, keys: string | null): void => {
    shortcuts[id] = keys === null || taken.has(keys) ? null : keys
    if (keys !== null) taken.add(keys)
  }
  const isChanged = (id: CommandId): boolean => Object.hasOwn(changed, id)
  for (const id of commandIds.filter(isChanged)) give(id, changed[id] ?? null)
  for (const id of commandIds.filter((each) => !isChanged(each))) give(id, defaultShortcuts[id])
  return shortcuts
}

export function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(defaultShortcuts, id)
}
