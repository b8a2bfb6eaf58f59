import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { app, Menu, nativeTheme, powerMonitor, protocol, shell, type BrowserWindow } from 'electron'
import { app as appFeature } from '../../shared/app.ts'
import { resolveShortcuts } from '../../shared/commands.ts'
import { isListening } from '../../shared/speech/dictationState.ts'
import { contract } from '../../shared/ipc/contract.ts'
import { obeyArguments } from '../dictation/commandLine.ts'
import { floatsWindows } from '../dictation/thisSystem.ts'
import { closeContents } from '../storage/folderModes.ts'
import { createBroadcast } from '../ipc/broadcast.ts'
import { createRegistry } from '../ipc/registry.ts'
import { serve } from '../ipc/serve.ts'
import { readRuntime, type Runtime } from '../runtime.ts'
import { closeBeforeQuit } from './closeBeforeQuit.ts'
import { closeFeatures, openFeatures, servedFiles, type Features } from './features.ts'
import { guardContents, guardPermissions } from './window/guards.ts'
import { createHandlers } from './handlers.ts'
import { createMainWindow } from './window/mainWindow.ts'
import { menuTemplate } from './menu/menuTemplate.ts'
import { createMicrophoneUse } from './microphoneUse.ts'
import { notifyOfUpdate } from './notifyOfUpdate.ts'
import { openLink } from './openLink.ts'
import type { Arrivals } from './openings/arrivals.ts'
import { fromMessage } from './openings/fromMessage.ts'
import { createOpenings } from './openings/openings.ts'
import { isHiddenStart, isOpening } from './openings/isOpening.ts'
import { readArguments, type Given } from './openings/readArguments.ts'
import { isOwnPage, overlayAddress, pageAddress, pageScheme } from './window/pageAddress.ts'
import { pluginScheme } from '../plugins/frames/frameAddress.ts'
import { previewScheme } from '../previews/previewPolicy.ts'
import { createPageProtocol } from './window/pageProtocol.ts'
import { createRemoteImages } from './window/remoteImages.ts'
import { readStartData } from './startData.ts'
import { createTray } from './menu/tray.ts'

const outFolder = join(import.meta.dirname, '..')
/** Time that the rest of the start waits for the first paint, which a page may never reach. */
const settledMilliseconds = 3000

/**
 * Starts Parley in order: first what the page needs, then the window, then the rest, once the page
 * is drawn. `ready` resolves when windows can open; `given` are the user's own arguments.
 */
export async function start(
  folder: string,
  ready: Promise<void>,
  arrivals: Arrivals,
  given: readonly string[],
): Promise<void> {
  const runtime = readRuntime(process)
  const opened = openFeatures({
    folder,
    runtime,
    onSettingsChanged: applyPreferences,
    isMicrophoneOpen: () => microphone.isOpen(),
    announcement: {
      isFocused: () => window?.isFocused() ?? false,
      notify: (version) => notifyOfUpdate(version, locale(), showUpdates),
    },
    dictationWindow: {
      url: overlayAddress,
      preload: join(outFolder, 'preload', 'index.cjs'),
      showMain: () => show(),
      onChanged: () => updateTray(),
    },
  })
  const { history, log, locale, features, droppedPaths } = opened
  const { settings, providers, dictation, jobs, knowledge, media, pluginFrames, updates } = features
  const { batches, fineTuning, previews, serviceFiles } = features
  let window: BrowserWindow | undefined
  let updateTray = (): void => undefined
  // Windows shows the notifications of a program only under the id of its shortcut.
  if (process.platform === 'win32' && runtime.name === 'electron' && app.isPackaged) {
    app.setAppUserModelId('app.parley.Parley')
  }
  process.on('uncaughtException', (error) => log('Uncaught exception', error))
  process.on('unhandledRejection', (reason) => log('Unhandled rejection', reason))

  function applyPreferences(): void {
    nativeTheme.themeSource = settings.get().theme
    Menu.setApplicationMenu(createMenu(opened))
    updateTray()
  }

  function open(): void {
    window = openWindow(opened, runtime)
    window.on('closed', () => {
      window = undefined
      // The overlay's window still exists, so the app would not quit by itself.
      if (process.platform !== 'darwin' && !dictation.keepsRunning()) app.quit()
    })
  }

  const show = (): void => (window ? reveal(window) : open())
  const microphone = createMicrophoneUse(() => updateTray())
  const remoteImages = createRemoteImages()
  const openings = createOpenings()
  const showUpdates = (): void => {
    show()
    openings.add([{ kind: 'updates' }])
  }
  let registry = createRegistry(contract, {})
  const { promise: settled, resolve: onSettled } = Promise.withResolvers<void>()
  const handlers = () =>
    createHandlers({ opened, microphone, remoteImages, openings, onReopened: reopen, onSettled })
  function reopen(): void {
    registry = createRegistry(contract, handlers())
    window?.webContents.reload()
  }
  serve({
    registry: () => registry,
    isOwnPage,
    onUnexpected: (name, error) => log(`${name} failed`, error),
    onDropped: droppedPaths.add,
  })
  guardContents({
    isOwnPage,
    admitsFrame: (url) => pluginFrames.admits(url) || previews.admits(url),
    openExternal: (url) =>
      void openLink(url).catch((error: unknown) => log('A page could not open a link', error)),
  })
  const take = (arrived: Given): void => {
    readArguments(arrived, features.attachments.store)
      .then(openings.add)
      .catch((error: unknown) => log('What was opened could not be read', error))
  }
  app.on('second-instance', (_event, argv, _folder, message) => {
    // Chromium's switches are among `argv`, in an order of their own.
    const arrived = fromMessage(message)
    const wanted = arrived?.arguments ?? argv
    if (obeyArguments(wanted, dictation) || isHiddenStart(wanted)) return
    show()
    if (arrived) take(arrived)
  })
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('will-quit', () => history.close())
  const close = async (): Promise<void> => {
    await Promise.all([closeFeatures(opened), history.stopRepair()])
  }
  closeBeforeQuit(app, { close, log })

  // Opens the history while Chromium starts: the page asks for it at once, and opening blocks main.
  history.open()
  registry = createRegistry(contract, handlers())
  // The page asks for what is missing itself, and shows the failure.
  const readStart = () => {
    const answering = handlers()
    const first = answering.providers && { list: providers.listAtStart }
    return readStartData({ ...answering, providers: first }, locale()).catch(() => undefined)
  }
  // Read while Chromium starts, for the first request alone.
  let firstData: ReturnType<typeof readStart> | undefined = readStart()
  await ready
  const isHidden = (isHiddenStart(given) || wasOpenedAtLogin()) && dictation.keepsRunning()
  // It would be old when a window opens hours later.
  if (isHidden) firstData = undefined
  const takeStart = () => {
    const data = firstData ?? readStart()
    firstData = undefined
    return data
  }
  const served = [remoteImages.files, ...servedFiles(opened)]
  protocol.handle(pageScheme, createPageProtocol(join(outFolder, 'renderer'), served, takeStart))
  protocol.handle(pluginScheme, pluginFrames.serve)
  protocol.handle(previewScheme, previews.serve)
  guardPermissions(isOwnPage)
  applyPreferences()
  if (!isHidden) open()
  arrivals.follow((arrived) => {
    // macOS hands links over after the window was closed, too.
    if (!window && arrived.arguments.some(isOpening)) open()
    take(arrived)
  })
  history.awaitUnlocked(reopen)
  if (!isHidden)
    await Promise.race([settled, delay(settledMilliseconds, undefined, { ref: false })])
  jobs.begin()
  knowledge.begin()
  media.begin()
  batches.begin()
  fineTuning.begin()
  serviceFiles.begin()
  updates.begin()
  // Pauses slept too: without this, what ended meanwhile would be asked for much later.
  powerMonitor.on('resume', media.resume)
  powerMonitor.on('resume', batches.resume)
  powerMonitor.on('suspend', () => void media.stopSketch('asleep'))
  powerMonitor.on('lock-screen', () => void media.stopSketch('locked'))
  updateTray = createTray({
    state: () => ({
      locale: locale(),
      isDictating: isListening(dictation.session.state()),
      isMicrophoneOpen: microphone.isOpen(),
    }),
    show,
    dictate: () => dictation.session.toggle(),
    quit: () => app.quit(),
  })
  dictation
    .start()
    .then(() => obeyArguments(given, dictation))
    .catch((error: unknown) => log('Dictation did not start', error))
  register(runtime).catch((error: unknown) => log('The system still has old entries', error))
  closeContents(folder).catch((error: unknown) => log('Files are still open to others', error))
  providers.discover().catch((error: unknown) => log('Local servers were not looked for', error))
}

/** macOS starts an app at login without arguments. */
function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

/** Brings up to date what the system keeps about an installed Parley. */
async function register(runtime: Runtime): Promise<void> {
  if (!app.isPackaged) return
  const { registerLinks } = await import('./registerLinks.ts')
  const { renewStartAtLogin } = await import('./startAtLogin/startAtLogin.ts')
  registerLinks(app, process)
  await renewStartAtLogin(runtime)
}

function openWindow({ features: { settings }, log }: Features, runtime: Runtime): BrowserWindow {
  return createMainWindow({
    url: pageAddress,
    preload: join(outFolder, 'preload', 'index.cjs'),
    state: settings.get().window,
    // Under Wayland only X's windows do.
    knowsPosition: floatsWindows(runtime),
    onStateChanged(state) {
      try {
        settings.update({ window: state })
      } catch (error) {
        // On a full disk the window must still close.
        log("The window's place was not kept", error)
      }
    },
    onCrashed: (reason) => log('The page died', reason),
  })
}

function createMenu({ locale, folder, features: { settings } }: Features): Menu {
  const broadcast = createBroadcast('app', appFeature)
  return Menu.buildFromTemplate(
    menuTemplate({
      platform: process.platform,
      locale: locale(),
      shortcuts: resolveShortcuts(settings.get().shortcuts),
      development: !app.isPackaged,
      choose: (id) => broadcast('commandChosen', { id }),
      showDataFolder: () => void shell.openPath(folder),
    }),
  )
}

function reveal(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
