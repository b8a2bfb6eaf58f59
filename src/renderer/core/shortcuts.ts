import { commandIds } from '../../shared/commands.ts'
import type { CommandId, Shortcuts } from '../../shared/commands.ts'
import type { Info } from '../../shared/app.ts'

type Platform = Info['platform']

/** The fields of a keyboard event that identify a shortcut. */
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

/** Returns the command whose keys were pressed; undefined for none. */
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
  // Some layouts need Shift for a sign such as the slash, so there Shift does not count.
  return press.shiftKey === wanted.shift || isSign(wanted.key)
}

/** Tells whether a key is a sign, which some layouts type with Shift. */
export function isSign(key: string): boolean {
  return key.length === 1 && !/[a-z0-9]/i.test(key)
}

/** Returns the pressed key; on a layout without Latin letters, the letter of a Latin one. */
export function pressedKey(press: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1]
  const isLatin = /^[\u0020-\u007e]$/.test(press.key)
  // Option and a letter may be a dead key on macOS.
  const isOther = press.key === 'Dead' || (press.key.length === 1 && !isLatin)
  return letter !== undefined && isOther ? letter : press.key
}
