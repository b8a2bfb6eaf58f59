import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type * as Electron from 'electron'
import type { PageTarget } from './browser.ts'
import type { CdpSession } from './cdp.ts'
import type { ContentsHost, ContentsOptions } from './contentsHost.ts'
import { contentsEvents } from './electronEvents.ts'
import { evaluate } from './evaluate.ts'
import type { MessagePortMain } from './messagePortMain.ts'
import { createNativeImage } from './nativeImage.ts'
import type { Offered } from './offered.ts'
import { createPageDocuments, type PageDocuments, type PageSignal } from './pageDocuments.ts'
import { createPageLink, type PageLink } from './pageLink.ts'
import { createPageNavigation, type PageNavigation } from './pageNavigation.ts'
import { refuse, strict } from './strict.ts'
import { watchPage, type OpenDetails } from './watchPage.ts'
import type { FrameMain } from './webFrameMain.ts'

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]

interface OpenedPage {
  page: PageTarget
  link: PageLink
  navigation: PageNavigation
}

const zoomBase = 1.2
const all = new Map<number, WebContents>()
let lastId = 0

/** Electron's WebContents for a page in Chromium. */
export class WebContents
  extends EventEmitter
  implements Offered<Electron.WebContents, 'mainFrame' | 'postMessage' | 'session'>
{
  readonly id = ++lastId
  readonly session: object
  private readonly host: ContentsHost
  private readonly options: ContentsOptions
  private readonly documents: PageDocuments
  private readonly opened: Promise<OpenedPage>
  private parts: OpenedPage | undefined
  private openHandler: OpenHandler | undefined
  private title = ''
  private crashed = false
  private destroyed = false
  private factor = 1

  constructor(host: ContentsHost, options: ContentsOptions) {
    super()
    this.host = host
    this.options = options
    this.session = host.session.electron
    const self = strict('webContents', this, contentsEvents)
    this.documents = createPageDocuments(self, host, {
      adopted: ({ link }) => {
        this.crashed = false
        if (this.factor !== 1) link.send({ type: 'zoom', factor: this.factor })
      },
      signalled: (message) => self.onSignal(message),
    })
    all.set(this.id, self)
    this.opened = self.open()
    this.opened.catch(() => undefined)
    return self
  }

  private async open(): Promise<OpenedPage> {
    const { browser, protocol } = this.host
    const page = await browser.openPage(this.options.size, this.options.color)
    const {
      preload,
      additionalArguments = [],
      nodeIntegrationInSubFrames,
    } = this.options.preferences
    const link = createPageLink(browser.cdp(), page, {
      readPreload: () => (preload ? readFileSync(preload, 'utf8') : ''),
      process: {
        type: 'renderer',
        platform: process.platform,
        arch: process.arch,
        versions: process.versions,
        argv: [process.argv[0], ...additionalArguments],
        sandboxed: true,
        contextIsolated: true,
      },
      inSubFrames: nodeIntegrationInSubFrames ?? false,
      receive: (document, message) => this.documents.receive(document, message),
      documentGone: (document) => this.documents.gone(document),
    })
    const navigation = createPageNavigation(this, page, link, protocol, this.documents.frame)
    this.parts = { page, link, navigation }
    watchPage(page.session, this, () => this.onCrash())
    this.applyColorScheme()
    await page.session.send('Runtime.runIfWaitingForDebugger')
    return this.parts
  }

  private onSignal(message: PageSignal): void {
    switch (message.type) {
      case 'accelerator':
        return this.host.runAccelerator(message.key, this)
      case 'navigation':
        return void this.allowsNavigation(this.host.protocol.toAppUrl(message.url), true)
      case 'preloadError': {
        const { preload } = this.options.preferences
        process.stderr.write(`Unable to load preload script: ${preload}\n${message.stack}\n`)
        return void this.emit('preload-error', {}, preload, new Error(message.stack))
      }
      default:
        return void this.emit(`host-${message.type}`)
    }
  }

  private onCrash(): void {
    this.crashed = true
    this.documents.leave()
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  }

  private live(): OpenedPage | undefined {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    return this.parts
  }

  private page(): CdpSession | undefined {
    return this.live()?.page.session
  }

  /** The DevTools target, once the page's window exists. */
  get targetId(): string | undefined {
    return this.parts?.page.id
  }

  /** Resolves when the page's window exists. */
  async whenOpened(): Promise<PageTarget> {
    return (await this.opened).page
  }

  hasFrame(id: string): boolean {
    return this.parts?.link.hasFrame(id) ?? false
  }

  /** Returns true if the page has this frame in another process, because it is on another host. */
  hasForeignFrame(id: string): boolean {
    return this.parts?.link.hasForeignFrame(id) ?? false
  }

  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    return this.parts?.navigation.allows(url, isMainFrame) ?? true
  }

  /** Reads the preload script again, before a document that the page chose. */
  async refreshPreload(): Promise<void> {
    if (this.parts?.navigation.started()) await this.parts.link.install()
  }

  /** Handles a page that Chromium closed by itself. */
  gone(): void {
    this.emit('host-gone')
  }

  /** Tells the app of a window that the page requests. The host opens none. */
  askToOpen(details: OpenDetails): void {
    const url = this.host.protocol.toAppUrl(details.url)
    const referrer = { url: this.getURL(), policy: 'default' as const }
    const answer = this.openHandler?.({ ...details, url, referrer })
    if (answer && answer.action !== 'deny') refuse("setWindowOpenHandler's { action: 'allow' }")
    if (!answer) process.stderr.write(`The Chromium host opened no window for ${url}\n`)
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  loadURL(url: string, options: Electron.LoadURLOptions = {}): Promise<void> {
    if (Object.keys(options).length > 0) refuse('webContents.loadURL with options')
    const loaded = this.opened.then(({ navigation }) => navigation.load(url))
    loaded.catch(() => undefined) // As in Electron, a failure may be left alone.
    return loaded
  }

  loadFile(path: string, options: Electron.LoadFileOptions = {}): Promise<void> {
    if (options.query) refuse('webContents.loadFile with a query')
    const url = pathToFileURL(path)
    url.search = options.search ?? ''
    url.hash = options.hash ?? ''
    return this.loadURL(url.href)
  }

  reload(): void {
    void this.live()
      ?.navigation.reload(false)
      .catch(() => undefined)
  }

  /** Not awaited, because a crashed page never answers. */
  forcefullyCrashRenderer(): void {
    void this.page()
      ?.send('Page.crash')
      .catch(() => undefined)
  }

  reloadIgnoringCache(): void {
    void this.live()
      ?.navigation.reload(true)
      .catch(() => undefined)
  }

  stop(): void {
    this.live()?.navigation.stop()
  }

  send(channel: string, ...args: unknown[]): void {
    this.live()
    this.documents.frame()?.send(channel, ...args)
  }

  postMessage(channel: string, message: unknown, transfer?: readonly MessagePortMain[]): void {
    this.live()
    this.documents.frame()?.postMessage(channel, message, transfer)
  }

  get mainFrame(): FrameMain | undefined {
    return this.documents.frame()
  }

  getURL(): string {
    return this.parts?.navigation.url() ?? ''
  }

  getTitle(): string {
    return this.title
  }

  /**
   * Handles a new title from Chromium. For a page without a title, Chromium reports the address.
   */
  titleChanged(title: string): void {
    if (!this.parts?.navigation.started() || title === this.title) return
    if (title === '' || this.host.protocol.toPageUrl(this.getURL()).endsWith(title)) return
    this.title = title
    this.emit('page-title-updated', {}, title, true)
  }

  isLoading(): boolean {
    return this.parts?.navigation.loading() ?? false
  }

  isLoadingMainFrame(): boolean {
    return this.isLoading()
  }

  isCrashed(): boolean {
    return this.crashed
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  async executeJavaScript(expression: string, userGesture = false): Promise<unknown> {
    const { session } = await this.whenOpened()
    return evaluate(session, expression, userGesture)
  }

  async capturePage(rectangle?: Electron.Rectangle): Promise<Electron.NativeImage> {
    const { session } = await this.whenOpened()
    const clip = rectangle ? { clip: { ...rectangle, scale: 1 } } : {}
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', ...clip })
    return createNativeImage(Buffer.from(data, 'base64'))
  }

  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new TypeError("'zoomFactor' must be a double greater than 0.0")
    this.live()
    this.factor = factor
    this.documents.document()?.link.send({ type: 'zoom', factor })
  }

  getZoomFactor(): number {
    return this.factor
  }

  setZoomLevel(level: number): void {
    this.setZoomFactor(zoomBase ** level)
  }

  getZoomLevel(): number {
    return Math.log(this.factor) / Math.log(zoomBase)
  }

  get zoomFactor(): number {
    return this.getZoomFactor()
  }

  set zoomFactor(factor: number) {
    this.setZoomFactor(factor)
  }

  get zoomLevel(): number {
    return this.getZoomLevel()
  }

  set zoomLevel(level: number) {
    this.setZoomLevel(level)
  }

  /** Tells the document which keys the application menu handles. */
  acceleratorsChanged(): void {
    this.documents
      .document()
      ?.link.send({ type: 'accelerators', keys: this.host.acceleratorKeys() })
  }

  applyColorScheme(): void {
    const features = [{ name: 'prefers-color-scheme', value: this.host.colorScheme() }]
    this.parts?.page.session.tell('Emulation.setEmulatedMedia', { features })
  }

  undo(): void {
    this.edit('undo')
  }

  redo(): void {
    this.edit('redo')
  }

  cut(): void {
    this.edit('cut')
  }

  copy(): void {
    this.edit('copy')
  }

  paste(): void {
    this.edit('paste')
  }

  delete(): void {
    this.edit('delete')
  }

  selectAll(): void {
    this.edit('selectAll')
  }

  // Attaches the command to a meaningless key event, as on macOS.
  private edit(command: string): void {
    const key = { key: 'Unidentified', code: '' }
    this.page()?.tell('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key, commands: [command] })
    this.page()?.tell('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
  }

  openDevTools(): void {
    const targetId = this.live()?.page.id
    if (targetId) this.host.browser.cdp().tell('Target.openDevTools', { targetId })
  }

  toggleDevTools(): void {
    this.openDevTools()
  }

  focus(): void {
    this.page()?.tell('Page.bringToFront')
  }

  /** Asks the page's window to close. */
  close(): void {
    this.emit('host-close')
  }

  /** Asks the page to unload and close. Rejects if it has crashed or was never loaded. */
  async unload(): Promise<void> {
    const { page, navigation } = await this.opened
    if (this.crashed || !navigation.started()) throw new Error('Nothing to unload')
    await page.session.send('Page.close')
  }

  /** Ends the page for the app. Its window closes it in Chromium. */
  destroy(): void {
    if (this.destroyed) return
    this.documents.leave()
    this.destroyed = true
    all.delete(this.id)
    this.emit('destroyed', {})
    // Chromium still reports events of the page until it is gone. The app must not receive them.
    this.removeAllListeners()
  }
}

/** Electron's `webContents` module: all living pages. */
export const webContents = strict('webContents', {
  getAllWebContents: (): WebContents[] => [...all.values()],
  fromId: (id: number): WebContents | undefined => all.get(id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...all.values()].find((contents) => contents.targetId === targetId),
})
