import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { createAppPaths, type AppPaths } from './appPaths.ts'
import type { CommandLine } from './commandLine.ts'
import { appEvents } from './electronEvents.ts'
import { installedCommand } from './installedCommand.ts'
import type { Offered } from './offered.ts'
import { createSingleInstanceLock, type SingleInstanceLock } from './singleInstanceLock.ts'
import { strict } from './strict.ts'
import { userLanguages } from './userLanguages.ts'

/** The windows as the app object needs them. They are created later. */
export interface AppWindows {
  all(): readonly { close(): void; destroy(): void; isDestroyed(): boolean }[]
}

type Relaunch = Pick<Electron.RelaunchOptions, 'args' | 'execPath'>

interface Manifest {
  name?: string
  productName?: string
  version?: string
}

export class App extends EventEmitter implements Offered<Electron.App> {
  readonly isPackaged = installedCommand !== undefined
  readonly commandLine: CommandLine
  readonly dock = undefined
  private readonly windows: AppWindows
  private readonly closeBrowser: () => Promise<void>
  private readonly paths: AppPaths
  private readonly lock: SingleInstanceLock
  private readonly readiness = Promise.withResolvers<void>()
  private onWanted: () => void = () => undefined
  private appPath = ''
  private manifest: Manifest = {}
  private chosenName: string | undefined
  private ready = false
  private readonly successors: Required<Relaunch>[] = []
  /** Whether the app has asked to quit, even if it then prevented it. */
  private quitWanted = false
  private quitting = false
  private exiting = false

  constructor(commandLine: CommandLine, windows: AppWindows, closeBrowser: () => Promise<void>) {
    super()
    this.commandLine = commandLine
    this.windows = windows
    this.closeBrowser = closeBrowser
    this.paths = createAppPaths(() => this.getName(), commandLine.getSwitchValue('user-data-dir'))
    this.lock = createSingleInstanceLock(
      () => this.getPath('userData'),
      ({ argv, workingDirectory, additionalData }) =>
        void this.whenReady().then(() =>
          this.emit('second-instance', {}, argv, workingDirectory, additionalData),
        ),
    )
    return strict('app', this, appEvents)
  }

  /** Sets the folder that the app was started from. Called by the host. */
  useAppPath(folder: string): void {
    this.appPath = folder
    try {
      this.manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    } catch {
      this.manifest = {}
    }
  }

  /** Emits `ready`. Called by the host once Chromium runs. */
  becomeReady(): void {
    this.ready = true
    this.emit('ready', {}, {})
    this.readiness.resolve()
  }

  /**
   * Resolves once the app waits for readiness, or has nothing else to do: Electron's apps run on
   * without a window. Called by the host before the app's main file loads.
   */
  whenReadyWanted(): Promise<void> {
    return new Promise((resolve) => {
      this.onWanted = resolve
      super.on('newListener', (name) => name === 'ready' && setImmediate(resolve))
      process.once('beforeExit', () => resolve())
    })
  }

  whenReady(): Promise<void> {
    setImmediate(this.onWanted)
    return this.readiness.promise
  }

  isReady(): boolean {
    return this.ready
  }

  getAppPath(): string {
    return this.appPath
  }

  getName(): string {
    return this.chosenName ?? this.manifest.productName ?? this.manifest.name ?? 'Electron'
  }

  setName(name: string): void {
    this.chosenName = name
  }

  get name(): string {
    return this.getName()
  }

  set name(name: string) {
    this.setName(name)
  }

  getVersion(): string {
    return this.manifest.version ?? process.versions.electron ?? ''
  }

  getPath(name: string): string {
    return this.paths.get(name)
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }

  getLocale(): string {
    return this.commandLine.getSwitchValue('lang') || this.getSystemLocale()
  }

  getSystemLocale(): string {
    return this.getPreferredSystemLanguages()[0]!
  }

  getPreferredSystemLanguages(): string[] {
    return userLanguages()
  }

  getLocaleCountryCode(): string {
    return new Intl.Locale(this.getSystemLocale()).region ?? ''
  }

  setAppUserModelId(id: string): void {
    if (process.platform === 'win32') process.title = id
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    return this.lock.request(additionalData)
  }

  hasSingleInstanceLock(): boolean {
    return this.lock.has()
  }

  releaseSingleInstanceLock(): void {
    this.lock.release()
  }

  disableHardwareAcceleration(): void {
    if (this.ready)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
    this.commandLine.appendSwitch('disable-gpu')
  }

  enableSandbox(): void {
    if (this.ready) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  /** Starts the app again once this one has ended, which it does not do by itself. */
  relaunch({ execPath = this.getPath('exe'), args = process.argv.slice(1) }: Relaunch = {}): void {
    this.successors.push({ execPath, args })
  }

  focus(): void {
    const [first] = this.windows.all()
    ;(first as { show?(): void } | undefined)?.show?.()
  }

  quit(): void {
    if (this.quitting || this.exiting) return
    this.quitWanted = true
    if (!this.emitPreventable('before-quit')) return
    this.quitting = true
    const windows = this.windows.all()
    for (const window of windows) window.close()
    if (windows.length === 0) this.allWindowsClosed()
  }

  /** Cancels quitting. Called when a window refused to close. */
  quitRefused(): void {
    this.quitting = false
  }

  /** Quits or emits `window-all-closed`. Called when the last window has closed. */
  allWindowsClosed(): void {
    if (this.exiting) return
    if (!this.quitting) {
      if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
      else this.quit()
      return
    }
    this.quitting = false
    if (this.emitPreventable('will-quit')) this.leave(0)
  }

  /**
   * Exits. Called when Chromium has ended, because nothing works without it. It ends by itself with
   * its last window: an app that is quitting then has the time it takes.
   */
  browserGone(): void {
    const windows = this.windows.all()
    if (windows.length > 0 && !this.quitting) return this.leaveLost()
    for (const window of windows) window.destroy()
    // The app hears of its last window first, and may quit.
    setImmediate(() => !this.quitWanted && this.leaveLost())
  }

  private leaveLost(): void {
    if (this.exiting) return
    process.stderr.write('The browser quit, so Parley quit too.\n')
    this.leave(1)
  }

  exit(code = 0): void {
    this.leave(code)
  }

  private emitPreventable(name: string): boolean {
    let prevented = false
    this.emit(name, {
      get defaultPrevented() {
        return prevented
      },
      preventDefault: () => {
        prevented = true
      },
    })
    return !prevented
  }

  private leave(code: number): void {
    if (this.exiting) return
    this.exiting = true
    for (const window of this.windows.all()) window.destroy()
    this.emit('quit', {}, code)
    void this.closeBrowser().finally(() => {
      this.lock.release()
      for (const { execPath, args } of this.successors)
        spawn(execPath, args, { detached: true, stdio: 'ignore' }).unref()
      process.exit(code)
    })
  }
}
