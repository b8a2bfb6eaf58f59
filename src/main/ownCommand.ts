import { resolve } from 'node:path'
import { app } from 'electron'

/** Returns the program that the user starts, with arguments in a source tree. */
export function ownProgram(): [string, ...string[]] {
  const program = app.getPath('exe')
  if (!app.isPackaged) return [program, app.getAppPath()]
  // These packages unpack themselves to a folder that is gone once the app ends.
  return [process.env['APPIMAGE'] ?? process.env['PORTABLE_EXECUTABLE_FILE'] ?? program]
}

/** Returns the switch that names the data folder; empty if the user chose none. */
export function dataFolderSwitch(): string[] {
  const folder = app.commandLine.getSwitchValue('user-data-dir')
  return folder === '' ? [] : [`--user-data-dir=${resolve(folder)}`]
}
