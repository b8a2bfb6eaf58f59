import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { cancelableEvent } from './cancelableEvent.ts'
import { checkPreferences } from './checkPreferences.ts'
import { createChromiumWindow, type ChromiumWindow, type WindowState } from './chromiumWindow.ts'
import type { ContentsHost } from './contentsHost.ts'
import { windowEvents } from './electronEvents.ts'
import type { Offered } from './offered.ts'
import { createPassiveWindow } from './passiveWindow.ts'
import { refuse, strict } from './strict.ts'
import { WebContents } from './webContents.ts'
import type { XConnection } from './x11/connection.ts'

export interface WindowHost extends ContentsHost {
  headless: boolean
  /** Connects to the X server of the windows; missing without one. */
  x11?: (() => Promise<XConnection>) | undefined
  appName(): string
  windowCreated(window: BrowserWindow): void
  lastWindowClosed(): void
  closeRefused(): void
}

const defaultBounds = { x: 60, y: 40, width: 800, height: 600 }
const all = new Map<number, BrowserWindow>()
let lastId = 0
let focused: BrowserWindow | undefined
let host: WindowHost

/** Sets what all windows share. Called before the first window. */
export function setWindowHost(windowHost: WindowHost): void {
  host = windowHost
}

/**
 * Electron's BrowserWindow, as a Chromium app window or a headless page of its size. The desktop
 * decides about frames, transparency, staying on top and the taskbar.
 */
export class BrowserWindow
  extends EventEmitter
  implements Offered<Electron.BrowserWindow, 'webContents'>
{
  readonly id = ++lastId
  readonly webContents: WebContents
  private readonly chromium: ChromiumWindow
  private bounds: Electron.Rectangle
  private minimum: Electron.Size
  private state: WindowState = 'normal'
  private visible = false
  private destroyed = false
  private closing = false
  private readyToShow = false
  private alwaysOnTop: boolean
  private readonly takesFocus: boolean
  private backgroundColor: string
  private windowTitle: string

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    const { x, y, width, height } = { ...defaultBounds, ...options }
    const { webPreferences = {}, minWidth = 0, minHeight = 0, show = true } = options
    checkPreferences(webPreferences)
    this.bounds = { x, y, width, height }
    this.minimum = { width: minWidth, height: minHeight }
    this.alwaysOnTop = options.alwaysOnTop ?? false
    this.takesFocus = options.focusable ?? true
    this.backgroundColor = options.backgroundColor ?? '#FFFFFF'
    this.windowTitle = options.title ?? host.appName()
    this.webContents = new WebContents(host, {
      preferences: webPreferences,
      size: { width, height },
      color: this.backgroundColor,
    })
    const whenOpened = () => this.webContents.whenOpened()
    this.chromium =
      this.takesFocus || !host.x11
        ? createChromiumWindow(host.browser, host.headless, whenOpened)
        : createPassiveWindow(host.browser, host.x11, whenOpened)
    const self = strict('BrowserWindow', this, windowEvents)
    all.set(this.id, self)
    self.follow()
    self.chromium.place(this.bounds)
    if (show) self.show()
    else self.chromium.conceal()
    host.windowCreated(self)
    return self
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all.values()]
  }

  static fromId(id: number): BrowserWindow | null {
    return all.get(id) ?? null
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...all.values()].find((window) => window.webContents === contents) ?? null
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused ?? null
  }

  private follow(): void {
    const contents = this.webContents
    contents.on('did-finish-load', () => {
      if (this.readyToShow || this.closing) return
      this.readyToShow = true
      this.emit('ready-to-show')
    })
    contents.on('page-title-updated', (_event, title: string, explicit: boolean) => {
      this.windowTitle = title
      this.emit('page-title-updated', cancelableEvent({}), title, explicit)
    })
    contents.on('host-focus', () => this.focusChanged(true))
    contents.on('host-blur', () => this.focusChanged(false))
    contents.on('host-resize', () => void this.refreshBounds())
    contents.on('host-close', () => this.close())
    contents.on('host-stays', () => this.stays())
    contents.on('host-gone', () => this.gone())
    contents.whenOpened().catch((error: unknown) => {
      if (this.destroyed) return
      process.nextTick(() => {
        throw error
      })
    })
  }

  private async refreshBounds(): Promise<void> {
    const found = await this.chromium.read()
    if (!found || this.destroyed || !this.visible || this.state === 'minimized') return
    const { left, top, width, height, windowState } = found
    this.stateChanged(windowState)
    if (windowState !== 'normal') return void this.emit('resize')
    this.boundsChanged({ x: left, y: top, width, height })
    const wanted = this.atLeastMinimum(this.bounds)
    if (wanted.width !== width || wanted.height !== height) this.setBounds(wanted)
  }

  private stateChanged(next: WindowState): void {
    const before = this.state
    this.state = next
    if (before === next) return
    if (before === 'maximized') this.emit('unmaximize')
    if (before === 'fullscreen') this.emit('leave-full-screen')
    if (before === 'minimized') this.emit('restore')
    if (next === 'maximized') this.emit('maximize')
    if (next === 'fullscreen') this.emit('enter-full-screen')
    if (next === 'minimized') this.emit('minimize')
  }

  private setState(next: WindowState): void {
    this.live()
    this.chromium.setState(this.state, next)
    this.stateChanged(next)
  }

  private atLeastMinimum(bounds: Electron.Rectangle): Electron.Rectangle {
    const width = Math.max(bounds.width, this.minimum.width)
    const height = Math.max(bounds.height, this.minimum.height)
    return { ...bounds, width, height }
  }

  private boundsChanged(next: Electron.Rectangle): void {
    const before = this.bounds
    this.bounds = next
    if (before.x !== next.x || before.y !== next.y) this.emit('move')
    if (before.width !== next.width || before.height !== next.height) this.emit('resize')
  }

  private focusChanged(gained: boolean): void {
    if (this.destroyed || (focused === this) === gained) return
    const previous = focused
    focused = gained ? this : undefined
    if (gained) previous?.emit('blur')
    this.emit(gained ? 'focus' : 'blur')
  }

  private live(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }

  loadURL(url: string, options?: Parameters<WebContents['loadURL']>[1]): Promise<void> {
    return this.webContents.loadURL(url, options)
  }

  loadFile(path: string, options?: Parameters<WebContents['loadFile']>[1]): Promise<void> {
    return this.webContents.loadFile(path, options)
  }

  reload(): void {
    this.webContents.reload()
  }

  capturePage(rectangle?: Electron.Rectangle): ReturnType<WebContents['capturePage']> {
    return this.webContents.capturePage(rectangle)
  }

  show(): void {
    this.showInactive()
    this.focus()
  }

  showInactive(): void {
    this.live()
    if (this.visible) return
    this.visible = true
    if (this.state === 'minimized') this.stateChanged('normal')
    this.chromium.reveal(this.bounds, this.state)
    this.emit('show')
  }

  hide(): void {
    this.live()
    if (!this.visible) return
    this.visible = false
    this.chromium.conceal()
    this.focusChanged(false)
    this.emit('hide')
  }

  focus(): void {
    this.live()
    if (!this.visible) return
    this.chromium.bringToFront()
    if (this.takesFocus) this.focusChanged(true)
  }

  blur(): void {
    this.live()
    this.focusChanged(false)
  }

  close(): void {
    if (this.destroyed || this.closing) return
    const event = cancelableEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) return host.closeRefused()
    this.closing = true
    this.webContents.unload().catch(() => this.destroy())
  }

  // The page has prevented its unload.
  private stays(): void {
    if (!this.closing) return
    this.closing = false
    host.closeRefused()
  }

  // The user's own closing can't be cancelled, because the page is already gone.
  private gone(): void {
    if (!this.destroyed && !this.closing) this.emit('close', cancelableEvent({}))
    this.destroy()
  }

  destroy(): void {
    if (this.destroyed) return
    this.focusChanged(false)
    this.destroyed = true
    all.delete(this.id)
    const opened = this.webContents.whenOpened()
    this.webContents.destroy()
    const finish = (): void => {
      this.emit('closed')
      if (all.size === 0) host.lastWindowClosed()
    }
    opened
      .then(({ id }) => host.browser.cdp().send('Target.closeTarget', { targetId: id }))
      .then(finish, finish)
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  minimize(): void {
    this.setState('minimized')
    this.focusChanged(false)
  }

  restore(): void {
    if (this.state !== 'normal') this.setState('normal')
  }

  maximize(): void {
    this.show()
    this.setState('maximized')
  }

  unmaximize(): void {
    if (this.state === 'maximized') this.setState('normal')
  }

  setFullScreen(on: boolean): void {
    if (on !== this.isFullScreen()) this.setState(on ? 'fullscreen' : 'normal')
  }

  isMinimized(): boolean {
    return this.state === 'minimized'
  }

  isMaximized(): boolean {
    return this.state === 'maximized'
  }

  isFullScreen(): boolean {
    return this.state === 'fullscreen'
  }

  isVisible(): boolean {
    return this.visible && !this.destroyed
  }

  isFocused(): boolean {
    return BrowserWindow.getFocusedWindow()?.id === this.id
  }

  getBounds(): Electron.Rectangle {
    return { ...this.bounds }
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.bounds }
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.live()
    const next = this.atLeastMinimum({ ...this.bounds, ...bounds })
    if (this.visible) this.chromium.place(next)
    this.boundsChanged(next)
  }

  getSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getPosition(): number[] {
    return [this.bounds.x, this.bounds.y]
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  getMinimumSize(): number[] {
    return [this.minimum.width, this.minimum.height]
  }

  setMinimumSize(width: number, height: number): void {
    this.minimum = { width, height }
    this.setBounds({})
  }

  getTitle(): string {
    return this.windowTitle
  }

  // Chromium's title bar shows only the page's own title.
  setTitle(title: string): void {
    this.live()
    this.windowTitle = title
    const expression = `void (document.title = ${JSON.stringify(title)})`
    this.webContents.executeJavaScript(expression).catch(() => undefined)
  }

  setAlwaysOnTop(on: boolean): void {
    this.alwaysOnTop = on
    this.emit('always-on-top-changed', {}, on)
  }

  setVisibleOnAllWorkspaces(on: boolean): void {
    if (on && this.takesFocus) refuse('BrowserWindow.setVisibleOnAllWorkspaces')
  }

  isAlwaysOnTop(): boolean {
    return this.alwaysOnTop
  }

  setBackgroundColor(color: string): void {
    this.backgroundColor = color
  }

  getBackgroundColor(): string {
    return this.backgroundColor
  }

  // The host draws no menu bar, so none is ever visible.
  setMenuBarVisibility(visible: boolean): void {
    if (visible) refuse('BrowserWindow.setMenuBarVisibility(true)')
  }

  isMenuBarVisible(): boolean {
    return false
  }
}
