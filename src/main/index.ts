import { app, dialog, protocol } from 'electron'
import { closeNetwork } from './app/closeNetwork.ts'
import { settleDataFolder } from './app/dataFolder.ts'
import { pageScheme } from './app/pageAddress.ts'

closeNetwork(app.commandLine)
protocol.registerSchemesAsPrivileged([
  {
    scheme: pageScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
])

const { folder, writable } = settleDataFolder()
// The lock is a file in the data folder: where nothing can be written, none can be had.
if (!writable || app.requestSingleInstanceLock()) open().catch(giveUp)
else app.quit()

/** Reads the rest of main while Chromium starts; both take some 150 ms. */
async function open(): Promise<void> {
  const ready = app.whenReady()
  const { start } = await import('./app/start.ts')
  await start(folder, ready)
}

/** A window could not say it, so the system does. */
function giveUp(error: unknown): void {
  dialog.showErrorBox('Parley could not start', error instanceof Error ? error.message : '')
  app.exit(1)
}
