import { EventEmitter } from 'node:events'
import { afterReady } from './afterReady.ts'
import { App } from './app.ts'
import { createBrowser } from './browser.ts'
import { ClipboardItem, createClipboard } from './clipboard.ts'
import { BrowserWindow as HostWindow, setWindowHost } from './browserWindow.ts'
import { createCommandLine } from './commandLine.ts'
import { createDialog } from './dialog.ts'
import { createGlobalShortcut } from './globalShortcut.ts'
import { IpcMain } from './ipcMain.ts'
import { acceleratorKeys, Menu, MenuItem, runAccelerator, setMenuHost } from './menu.ts'
import { MessageChannelMain, MessagePortMain } from './messagePortMain.ts'
import { nativeImage } from './nativeImage.ts'
import { NativeTheme } from './nativeTheme.ts'
import { net } from './net.ts'
import { createProtocol } from './protocol.ts'
import { Screen as HostScreen } from './screen.ts'
import { createSession } from './session.ts'
import { shell } from './shell.ts'
import { missing, refuse, strict } from './strict.ts'
import { systemPreferences } from './systemPreferences.ts'
import { Tray as HostTray } from './tray.ts'
import { webContents } from './webContents.ts'
import { connectX, type XConnection } from './x11/connection.ts'

const browser = createBrowser()
const hostProtocol = createProtocol(() => app.isReady())
const hostSession = createSession(browser, hostProtocol)
const ipcMain = new IpcMain()
const nativeTheme = new NativeTheme()
const hostScreen = new HostScreen()
let xConnection: Promise<XConnection> | undefined
/** Returns the connection shared by the clipboard and the windows. Opens it at the first use. */
const x11 = (): Promise<XConnection> => {
  xConnection ??= connectX()
  xConnection.catch(() => (xConnection = undefined))
  return xConnection
}
const clipboard = createClipboard(x11)
const app = new App(
  createCommandLine(process.argv.slice(1)),
  { all: () => HostWindow.getAllWindows() },
  () => browser.close(),
)

const dialog = createDialog(browser, () => app.getName())

setMenuHost({
  menuChanged: () =>
    webContents.getAllWebContents().forEach((contents) => contents.acceleratorsChanged()),
  quit: () => app.quit(),
})
nativeTheme.on('updated', () => {
  for (const contents of webContents.getAllWebContents()) contents.applyColorScheme()
})

/** Connects the windows to the other parts, once the mode of Chromium is known. */
function useWindows(headless: boolean): void {
  setWindowHost({
    browser,
    protocol: hostProtocol,
    ipcMain,
    session: hostSession,
    headless,
    x11: !headless && process.env.DISPLAY && process.platform === 'linux' ? x11 : undefined,
    acceleratorKeys,
    runAccelerator: (key, contents) => runAccelerator(key, HostWindow.fromWebContents(contents)),
    colorScheme: () => nativeTheme.colorScheme(),
    appName: () => app.getName(),
    windowCreated: (window) => {
      const contents = window.webContents
      window.on('focus', () => app.emit('browser-window-focus', {}, window))
      window.on('blur', () => app.emit('browser-window-blur', {}, window))
      contents.on('render-process-gone', (event, details) =>
        app.emit('render-process-gone', event, contents, details),
      )
      app.emit('web-contents-created', {}, contents)
      app.emit('browser-window-created', {}, window)
    },
    lastWindowClosed: () => app.allWindowsClosed(),
    closeRefused: () => app.quitRefused(),
  })
}

const protocol = hostProtocol.electron
const isReady = (): boolean => app.isReady()
const BrowserWindow = afterReady(
  HostWindow,
  isReady,
  'Cannot create BrowserWindow before app is ready',
)
const Tray = afterReady(HostTray, isReady, 'Cannot create Tray before app is ready')
const screen = afterReady(
  hostScreen,
  isReady,
  "The 'screen' module can't be used before the app 'ready' event",
)
const globalShortcut = afterReady(
  createGlobalShortcut(),
  isReady,
  'globalShortcut cannot be used before the app is ready',
)
const sessions = strict('session', {
  defaultSession: hostSession.electron,
  fromPartition: (partition: string) =>
    partition === '' ? hostSession.electron : refuse(`session.fromPartition('${partition}')`),
})
const session = afterReady(sessions, isReady, 'Session can only be received when app is ready')
const powerMonitor = strict('powerMonitor', new EventEmitter())
const autoUpdater = missing('autoUpdater')
const contentTracing = missing('contentTracing')
const crashReporter = missing('crashReporter')
const desktopCapturer = missing('desktopCapturer')
const Notification = missing('Notification')
const safeStorage = missing('safeStorage')
const utilityProcess = missing('utilityProcess')
const WebContentsView = missing('WebContentsView')

/** The parts for the host's own start. They don't belong to Electron's module. */
export const host = {
  app,
  browser,
  hostProtocol,
  hostSession,
  screen: hostScreen,
  nativeTheme,
  useWindows,
}

const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  MessagePortMain,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  webContents,
  WebContentsView,
}

export {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  MessagePortMain,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  webContents,
  WebContentsView,
}
// `import electron from 'electron'` and `require('electron')` both return the whole module.
export { electron as default, electron as 'module.exports' }
