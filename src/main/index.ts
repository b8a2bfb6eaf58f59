import { setImmediate } from 'node:timers/promises'
import { app, dialog, protocol } from 'electron'
import { ownArguments } from './commandLine/ownArguments.ts'
import { parseCommand } from './commandLine/parseCommand.ts'
import { closeNetwork } from './app/closeNetwork.ts'
import { createArrivals, type Arrivals } from './app/openings/arrivals.ts'
import { isHiddenStart } from './app/openings/isOpening.ts'
import { toMessage } from './app/openings/toMessage.ts'
import { enablePortalShortcuts } from './app/portalShortcuts.ts'
import { requireSandbox } from './app/requireSandbox.ts'
import { settleDataFolder } from './app/settleDataFolder.ts'
import { pageAddress, pageScheme } from './app/window/pageAddress.ts'
import { pluginScheme } from './plugins/frames/frameAddress.ts'
import { previewScheme } from './previews/previewPolicy.ts'

/** `stream`: without it, Electron's audio and video elements neither start at once nor seek. */
const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true }

closeNetwork(app.commandLine, pageAddress)
enablePortalShortcuts(app.commandLine, process)
protocol.registerSchemesAsPrivileged([
  { scheme: pageScheme, privileges: { ...privileges, codeCache: true } },
  { scheme: pluginScheme, privileges: { ...privileges, corsEnabled: true } },
  { scheme: previewScheme, privileges: { ...privileges, corsEnabled: true } },
])

const given = ownArguments(process.argv, app.getAppPath())
const command = parseCommand(given)
if (command.kind === 'window') openWindow(command.given)
else runCommand().catch(giveUp)

function openWindow(wanted: readonly string[]): void {
  const { folder, writable } = settleDataFolder()
  // The lock is a file in the data folder, so a read-only folder allows none.
  const message = toMessage(wanted, process.cwd())
  if (writable && !app.requestSingleInstanceLock({ ...message })) return app.quit()
  // The Chromium host then flashes none; the app decides later, when it has read the settings.
  if (isHiddenStart(wanted)) app.commandLine.appendSwitch('no-startup-window')
  const arrivals = createArrivals(app, process.platform)
  arrivals.add(message)
  open(folder, arrivals, wanted).catch(giveUp)
}

/** Runs what needs no window, beside a running Parley: it takes no lock. */
async function runCommand(): Promise<void> {
  app.dock?.hide()
  const { runInTerminal } = await import('./commandLine/inTerminal.ts')
  const { findDataFolder } = await import('./commandLine/dataFolder.ts')
  app.exit(await runInTerminal(given, findDataFolder))
}

/** Reads the rest of main while Chromium starts; both take some 150 ms. */
async function open(folder: string, arrivals: Arrivals, wanted: readonly string[]): Promise<void> {
  const ready = app.whenReady()
  // Compiling blocks: what starts Chromium runs first.
  await setImmediate()
  requireSandbox(app.commandLine, process.env)
  const { start } = await import('./app/start.ts')
  await start(folder, ready, arrivals, wanted)
}

/** Shows the error in a dialog of the system, because there is no window. */
async function giveUp(error: unknown): Promise<void> {
  // Before that, Linux shows no dialog.
  await app.whenReady().catch(() => undefined)
  dialog.showErrorBox('Parley could not start', error instanceof Error ? error.message : '')
  app.exit(1)
}
