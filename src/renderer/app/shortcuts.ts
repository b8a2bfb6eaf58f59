import { commandIds } from '../../shared/commands.ts'
import type { CommandId, Shortcuts } from '../../shared/commands.ts'
import type { Info } from '../../shared/app.ts'

type Platform = Info['platform']

/** What of a keyboard event tells a shortcut. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

interface Accelerator {
  key: string
  command: boolean
  alt: boolean
  shift: boolean
}

const keyNames: Readonly<Record<string, string>> = {
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
}

function parseAccelerator(accelerator: string): Accelerator {
  const parts = accelerator.split('+')
  const key = parts.at(-1) ?? ''
  return {
    key: keyNames[key] ?? key,
    command: parts.includes('CmdOrCtrl'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
  }
}

/** The command whose keys were pressed, if there is one. */
export function commandOf(
  press: KeyPress,
  shortcuts: Shortcuts,
  platform: Platform,
): CommandId | undefined {
  return commandIds.find((id) => {
    const accelerator = shortcuts[id]
    return accelerator !== null && matches(press, parseAccelerator(accelerator), platform)
  })
}

function matches(press: KeyPress, wanted: Accelerator, platform: Platform): boolean {
  const [command, other] =
    platform === 'darwin' ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (command !== wanted.command || other || press.altKey !== wanted.alt) return false
  if (pressedKey(press).toLowerCase() !== wanted.key.toLowerCase()) return false
  // Some layouts need Shift to reach a sign such as the slash, so there it tells nothing.
  return press.shiftKey === wanted.shift || isSign(wanted.key)
}

function isSign(key: string): boolean {
  return key.length === 1 && !/[a-z0-9]/i.test(key)
}

/** On a layout without Latin letters, the letter that the key has on one that has them. */
function pressedKey(press: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]
  const isLatin = /^[\u0020-\u007e]$/.test(press.key)
  return letter !== undefined && press.key.length === 1 && !isLatin ? letter : press.key
}

const macSigns: Readonly<Record<string, string>> = {
  CmdOrCtrl: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Backspace: '⌫',
  Escape: 'esc',
}

const otherNames: Readonly<Record<string, string>> = { CmdOrCtrl: 'Ctrl', Escape: 'Esc' }
const arrows: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→' }

/** The keys as they are printed on the keyboard, one by one. */
export function shortcutKeys(accelerator: string, platform: Platform): string[] {
  const names = platform === 'darwin' ? macSigns : otherNames
  return accelerator.split('+').map((part) => names[part] ?? arrows[part] ?? part)
}

/** The keys as one text, for a tooltip or a menu. */
export function shortcutText(accelerator: string, platform: Platform): string {
  return shortcutKeys(accelerator, platform).join(platform === 'darwin' ? '' : '+')
}
