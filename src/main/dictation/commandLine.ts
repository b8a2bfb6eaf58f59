import { app } from 'electron'
import type { Hotkey } from '../../shared/dictation.ts'
import type { Runtime } from '../runtime.ts'
import type { Dictation } from './dictation.ts'

/** What does the same as a hotkey when Parley is started with it, running already or not. */
const hotkeyArguments = { toggle: '--dictate', readSelection: '--read-selection' } as const

/** Does what a command line asks for; false where it asks for nothing. */
export function obeyArguments(
  given: readonly string[],
  { session, readSelection }: Pick<Dictation, 'session' | 'readSelection'>,
): boolean {
  if (given.includes(hotkeyArguments.toggle)) session.toggle()
  else if (given.includes(hotkeyArguments.readSelection)) readSelection()
  else return false
  return true
}

/** The command that a desktop can run at a key of its own, where it gives apps none. */
export function commandOfHotkey(hotkey: Exclude<Hotkey, 'hold'>, runtime: Runtime): string {
  const folder = app.commandLine.getSwitchValue('user-data-dir')
  return [...ownProgram(runtime), folder && `--user-data-dir=${folder}`, hotkeyArguments[hotkey]]
    .filter((part) => part !== '')
    .map(quoted)
    .join(' ')
}

function ownProgram({ programFor }: Runtime): readonly string[] {
  if (app.isPackaged) return [process.env['APPIMAGE'] ?? process.execPath]
  const folder = app.getAppPath()
  return [programFor(folder), folder]
}

/** As a shell reads it back. */
function quoted(part: string): string {
  return /^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`
}
