import { app, dialog, protocol } from 'electron'
import { settleDataFolder } from './app/dataFolder.ts'
import { closeNetwork } from './app/guards.ts'
import { pageScheme } from './app/pageProtocol.ts'
import { start } from './app/start.ts'

closeNetwork(app.commandLine)
protocol.registerSchemesAsPrivileged([
  {
    scheme: pageScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
])

const { folder, writable } = settleDataFolder()
// The lock is a file in the data folder: where nothing can be written, none can be had.
if (!writable || app.requestSingleInstanceLock()) start(folder).catch(giveUp)
else app.quit()

/** A window could not say it, so the system does. */
function giveUp(error: unknown): void {
  dialog.showErrorBox('Parley could not start', error instanceof Error ? error.message : '')
  app.exit(1)
}
