import type { Hotkey } from '../../shared/speech/dictation.ts'
import { switches } from '../commandLine/switches.ts'
import { dataFolderSwitch, ownProgram } from '../ownCommand.ts'
import type { Dictation } from './dictation.ts'

/** Arguments that act like a hotkey, both at Parley's start and while it runs. */
const hotkeyArguments = { toggle: switches.dictate, readSelection: switches.readSelection }

/** Runs the command of a command line. Returns false if it has none. */
export function obeyArguments(
  given: readonly string[],
  { session, readSelection }: Pick<Dictation, 'session' | 'readSelection'>,
): boolean {
  if (given.includes(hotkeyArguments.toggle)) session.toggle()
  else if (given.includes(hotkeyArguments.readSelection)) readSelection()
  else return false
  return true
}

/** Returns a command for a desktop shortcut, for desktops where apps can't register hotkeys. */
export function commandOfHotkey(hotkey: Exclude<Hotkey, 'hold'>): string {
  return [...ownProgram(), ...dataFolderSwitch(), hotkeyArguments[hotkey]].map(quoted).join(' ')
}

/** Quotes a part for a shell. */
function quoted(part: string): string {
  return /^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`
}
