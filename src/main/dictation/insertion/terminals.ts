/** They paste X's primary selection, and know no other key for it. */
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

/** Whether Ctrl+V would not paste there, but be told to what runs in it. */
export function isTerminal(app: string): boolean {
  return terminals.has(app) || pastesPrimarySelection(app)
}

const windowsConsoles = new Set([
  'alacritty',
  'cmd',
  'conhost',
  'mintty',
  'openconsole',
  'powershell',
  'pwsh',
  'wezterm-gui',
  'windowsterminal',
])

/** Whether the keys that copy would end what runs there, if nothing is selected. */
export function interruptsAtCopy(app: string, platform = process.platform): boolean {
  return platform === 'win32' ? windowsConsoles.has(app) : pastesPrimarySelection(app)
}

export function pastesPrimarySelection(app: string): boolean {
  return primarySelectionTerminals.has(app)
}
