import type { Size } from 'electron'
import type { Browser } from './browser.ts'
import type { IpcMain } from './ipcMain.ts'
import type { HostProtocol } from './protocol.ts'
import type { HostSession } from './session.ts'

/** What every page of the app shares. */
export interface ContentsHost {
  browser: Browser
  protocol: HostProtocol
  ipcMain: IpcMain
  session: HostSession
  /** The accelerators of the application menu, as pages report keys. */
  acceleratorKeys(): string[]
  runAccelerator(key: string, contents: object): void
  /** 'dark' or 'light' where the app has chosen, '' where the system decides. */
  colorScheme(): string
}

export interface ContentsOptions {
  preload: string | undefined
  additionalArguments: readonly string[]
  /** The size of the page's window, and the colour it shows until the page does. */
  size: Size
  color: string
}
