import { app } from 'electron'
import type { Hotkey } from '../../shared/speech/dictation.ts'
import type { Dictation } from './dictation.ts'

/** Arguments that act like a hotkey, both at Parley's start and while it runs. */
const hotkeyArguments = { toggle: '--dictate', readSelection: '--read-selection' } as const

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
  const folder = app.commandLine.getSwitchValue('user-data-dir')
  return [...ownProgram(), folder && `--user-data-dir=${folder}`, hotkeyArguments[hotkey]]
    .filter((part) => part !== '')
    .map(quoted)
    .join(' ')
}

function ownProgram(): readonly string[] {
  const program = app.getPath('exe')
  if (!app.isPackaged) return [program, app.getAppPath()]
  // These packages unpack themselves to a folder that is gone once the app ends.
  return [process.env['APPIMAGE'] ?? process.env['PORTABLE_EXECUTABLE_FILE'] ?? program]
}

/** Quotes a part for a shell. */
function quoted(part: string): string {
  return /^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`
}
