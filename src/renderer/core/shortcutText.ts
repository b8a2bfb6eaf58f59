import type { Info } from '../../shared/app.ts'

type Platform = Info['platform']

const macSigns: Readonly<Record<string, string>> = {
  CmdOrCtrl: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Backspace: '⌫',
  Enter: '⏎',
  Escape: 'esc',
}

const otherNames: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', Escape: 'Esc' }
const arrows: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→' }

/** Returns the names of the keys as printed on the keyboard. */
export function shortcutKeys(accelerator: string, platform: Platform): string[] {
  const names = platform === 'darwin' ? macSigns : otherNames
  return accelerator.split('+').map((part) => names[part] ?? arrows[part] ?? part)
}

/** Returns the keys as one text, for a tooltip or a menu. */
export function shortcutText(accelerator: string, platform: Platform): string {
  return shortcutKeys(accelerator, platform).join(platform === 'darwin' ? '' : '+')
}
