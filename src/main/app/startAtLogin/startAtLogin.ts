import { app } from 'electron'
import type { StartAtLogin } from '../../../shared/app.ts'
import { AppError } from '../../../shared/errors.ts'
import { dataFolderSwitch, ownProgram } from '../../ownCommand.ts'
import type { Runtime } from '../../runtime.ts'
import { autostartFolder, createAutostart } from './autostart.ts'
import { createMacLoginItem, createWindowsLoginItem } from './loginItem.ts'
import { changeLoginStart, type LoginStart } from './loginStart.ts'

/** Reads from the system whether Parley starts at login: the user may have changed it there. */
export async function readStartAtLogin(runtime: Runtime): Promise<StartAtLogin> {
  return app.isPackaged ? thisSystem(runtime).read() : { enabled: false, obstacle: 'source' }
}

/** Sets whether Parley starts at login. Errors: startAtLoginUnchanged, diskFull. */
export async function setStartAtLogin(enabled: boolean, runtime: Runtime): Promise<StartAtLogin> {
  if (!app.isPackaged) throw new AppError('notSupported', 'A source tree is not installed')
  return changeLoginStart(thisSystem(runtime), enabled)
}

/** Mends the entry of an installed Parley that was moved. */
export async function renewStartAtLogin(runtime: Runtime): Promise<void> {
  await thisSystem(runtime).renew()
}

function thisSystem({ desktopEntry }: Runtime): LoginStart {
  const command = [...ownProgram(), ...dataFolderSwitch()] as const
  if (process.platform === 'darwin') return createMacLoginItem(app)
  if (process.platform === 'win32') return createWindowsLoginItem(app, command)
  return createAutostart({ folder: autostartFolder(process.env), entry: desktopEntry, command })
}
