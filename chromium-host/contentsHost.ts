import type { Size } from 'electron'
import type { Browser } from './browser.ts'
import type { IpcMain } from './ipcMain.ts'
import type { HostProtocol } from './protocol.ts'
import type { HostSession } from './session.ts'

/** The services that all pages of the app share. */
export interface ContentsHost {
  browser: Browser
  protocol: HostProtocol
  ipcMain: IpcMain
  session: HostSession
  /** Returns the accelerators of the application menu in the pages' notation. */
  acceleratorKeys(): string[]
  runAccelerator(key: string, contents: object): void
  /** Returns 'dark' or 'light' if the app has chosen, '' if the system decides. */
  colorScheme(): string
}

export interface ContentsOptions {
  preferences: Pick<
    Electron.WebPreferences,
    'preload' | 'additionalArguments' | 'nodeIntegrationInSubFrames'
  >
  /** The size of the page's window, and its colour before the page paints. */
  size: Size
  color: string
}
