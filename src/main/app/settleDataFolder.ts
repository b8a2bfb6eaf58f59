import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app } from 'electron'
import { closeFolder, restrictNewFiles } from '../storage/folderModes.ts'

/**
 * Determines the folder of settings and history: `--user-data-dir` (which Electron reads itself),
 * else PARLEY_USER_DATA, else the system's folder. Makes it private to the user. Call it before
 * anything else touches the folder.
 */
export function settleDataFolder(): { folder: string; writable: boolean } {
  restrictNewFiles()
  const chosen = process.env['PARLEY_USER_DATA']
  if (chosen && !app.commandLine.hasSwitch('user-data-dir')) {
    app.setPath('userData', resolve(chosen))
  }
  const folder = app.getPath('userData')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    closeFolder(folder)
    return { folder, writable: true }
  } catch {
    // The browser still needs a folder, so that a window can show the problem.
    app.setPath('sessionData', mkdtempSync(join(tmpdir(), 'parley-')))
    return { folder, writable: false }
  }
}
