import type { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { cancelableEvent } from './cancelableEvent.ts'
import type { CdpSession } from './cdp.ts'
import type { FrameMain } from './webFrameMain.ts'

/** A window that a page requests. */
export type OpenDetails = Omit<Electron.HandlerDetails, 'referrer'>

/** The contents that the page belongs to. */
export interface WatchedContents extends EventEmitter {
  readonly mainFrame: FrameMain | undefined
  askToOpen(details: OpenDetails): void
  isDestroyed(): boolean
}

const levels: Record<string, string> = { error: 'error', warning: 'warning', debug: 'debug' }
const dispositions: Record<string, OpenDetails['disposition']> = {
  newTab: 'background-tab',
  newWindow: 'new-window',
}

/** Converts Chromium's reports about a page to Electron's events and questions. */
export function watchPage(
  session: CdpSession,
  contents: WatchedContents,
  onCrash: () => void,
): void {
  session.tell('Inspector.enable')
  session.on('Inspector.targetCrashed', onCrash)
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    if (type !== 'beforeunload') return
    // Electron shows no dialog: the page stays unless the app decides otherwise.
    const event = cancelableEvent({})
    contents.emit('will-prevent-unload', event)
    const accept = event.defaultPrevented || contents.isDestroyed()
    session.tell('Page.handleJavaScriptDialog', { accept })
    if (!accept) contents.emit('host-stays')
  })
  session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
    const features = windowFeatures.join(',')
    contents.askToOpen({ url, frameName: windowName, features, disposition: 'foreground-tab' })
  })
  session.on('Page.frameRequestedNavigation', ({ url, disposition: kind }) => {
    const disposition = dispositions[kind]
    if (disposition) contents.askToOpen({ url, frameName: '', features: '', disposition })
  })
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const message = args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ')
    const { url = '', lineNumber = 0 } = stackTrace?.callFrames[0] ?? {}
    const level = levels[type] ?? 'info'
    contents.emit('console-message', {
      message,
      level,
      lineNumber,
      sourceId: url,
      frame: contents.mainFrame,
    })
  })
}
