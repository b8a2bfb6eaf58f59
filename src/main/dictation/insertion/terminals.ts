/** Terminals that can paste X's primary selection only. */
const primarySelectionTerminals = new Set(['xterm', 'uxterm', 'urxvt', 'rxvt', 'aterm', 'eterm'])

const terminals = new Set([
  'alacritty',
  'black-box',
  'com.mitchellh.ghostty',
  'com.raggesilver.blackbox',
  'contour',
  'cool-retro-term',
  'deepin-terminal',
  'foot',
  'ghostty',
  'gnome-terminal',
  'gnome-terminal-server',
  'guake',
  'kgx',
  'kitty',
  'konsole',
  'lxterminal',
  'mate-terminal',
  'org.gnome.console',
  'org.gnome.ptyxis',
  'org.gnome.terminal',
  'org.kde.konsole',
  'org.wezfurlong.wezterm',
  'ptyxis',
  'qterminal',
  'rio',
  'st',
  'st-256color',
  'terminator',
  'terminology',
  'tilix',
  'wezterm',
  'xfce4-terminal',
  'yakuake',
])

/** Returns true if Ctrl+V does not paste but goes to the program in the terminal. */
export function isTerminal(app: string): boolean {
  return terminals.has(app) || pastesPrimarySelection(app)
}

const windowsConsoles = new Set([
  'alacritty',
  'cmd',
  'conemu',
  'conemu64',
  'conhost',
  'hyper',
  'kitty',
  'mintty',
  'mobaxterm',
  'openconsole',
  'powershell',
  'putty',
  'pwsh',
  'tabby',
  'warp',
  'wezterm-gui',
  'windowsterminal',
])

/**
 * Returns true if the copy shortcut may interrupt a running program when nothing is selected. An
 * unknown app may be a terminal. On macOS terminals don't pass this shortcut on.
 */
export function interruptsAtCopy(app: string, platform: NodeJS.Platform): boolean {
  if (platform === 'darwin') return false
  if (app === '') return true
  return platform === 'win32' ? windowsConsoles.has(app) : pastesPrimarySelection(app)
}

export function pastesPrimarySelection(app: string): boolean {
  return primarySelectionTerminals.has(app)
}
