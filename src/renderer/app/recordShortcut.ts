import type { Info } from '../../shared/app.ts'
import { isSign, pressedKey } from '../core/shortcuts.ts'
import type { KeyPress } from '../core/shortcuts.ts'

type Platform = Info['platform']

/** The outcome of a key press. */
export type Recorded =
  /** Only modifiers until now. */
  | { kind: 'unfinished' }
  /** Keys that are needed for typing, or that Parley can't tell apart. */
  | { kind: 'unsuitable' }
  /** Keys of the system, of the menu, or of every text field. */
  | { kind: 'reserved'; accelerator: string }
  | { kind: 'keys'; accelerator: string }

const names: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Backspace: 'Backspace',
  Delete: 'Delete',
}
const modifiers = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Fn'])

/** Function keys alone; letters, digits and signs with Ctrl or Alt; keys that move through lists. */
const suitable = [
  /^(?:CmdOrCtrl\+|Alt\+)?(?:Shift\+)?F(?:[1-9]|1\d|2[0-4])$/,
  /^(?:CmdOrCtrl|Alt)\+(?:(?:Shift\+)?[A-Z\d]|[!-*,-/:-@[-`{-~])$/,
  /^Alt\+(?:Up|Down|PageUp|PageDown)$/,
  /^CmdOrCtrl\+(?:Shift\+)?Page(?:Up|Down)$/,
  /^CmdOrCtrl\+Shift\+(?:Backspace|Delete)$/,
]
/** Option types a sign on macOS; elsewhere AltGr, which reports itself as Ctrl and Alt, does. */
const suitableOnMac = /^CmdOrCtrl\+Alt\+(?:(?:Shift\+)?[A-Z\d]|Up|Down)$/
const typesOnMac = /^Alt\+(?:Shift\+)?.$/

/** Keys of the menu's roles and of every text field. */
const reserved = /^CmdOrCtrl\+(?:[ACMQVWXYZ0\-=+]|Shift\+[VZ])$/
const reservedOnMac = /^CmdOrCtrl\+(?:[H`]|Alt\+H)$/
const reservedElsewhere = /^(?:(?:Shift\+)?F10|F11|Alt\+F4)$/

/** Returns the shortcut that a key press is. */
export function recordShortcut(press: KeyPress, platform: Platform): Recorded {
  if (modifiers.has(press.key)) return { kind: 'unfinished' }
  const isMac = platform === 'darwin'
  const [command, other] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  const pressed = pressedKey(press)
  const key = names[pressed] ?? (pressed.length === 1 ? pressed.toUpperCase() : pressed)
  const accelerator = [
    ...(command ? ['CmdOrCtrl'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey && !isSign(key) ? ['Shift'] : []),
    key,
  ].join('+')
  const isReserved =
    reserved.test(accelerator) || (isMac ? reservedOnMac : reservedElsewhere).test(accelerator)
  if (!other && isReserved) return { kind: 'reserved', accelerator }
  if (other || !isSuitable(accelerator, isMac)) return { kind: 'unsuitable' }
  return { kind: 'keys', accelerator }
}

function isSuitable(accelerator: string, isMac: boolean): boolean {
  if (isMac && typesOnMac.test(accelerator)) return false
  if (isMac && suitableOnMac.test(accelerator)) return true
  return suitable.some((pattern) => pattern.test(accelerator))
}
