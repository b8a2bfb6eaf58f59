import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Size } from 'electron'
import type { CdpConnection, CdpSession } from './cdp.ts'
import {
  browserEnvironment,
  launchBrowser,
  outOfSight,
  windowSwitches,
  type LaunchedBrowser,
  type LaunchOptions,
} from './launchBrowser.ts'

export interface PageTarget {
  /** The DevTools target id, which is also the main frame's id. */
  id: string
  session: CdpSession
  /** A part of the class of this page's window, and of no other window's. */
  token: string
}

export interface Browser {
  /** Starts Chromium once. Resolves with its version. */
  start(options: LaunchOptions): Promise<string>
  /** Returns the connection. Throws before `start` has resolved. */
  cdp(): CdpConnection
  /** Opens a window with a blank page that waits for `Runtime.runIfWaitingForDebugger`. */
  openPage(size: Size, color: string): Promise<PageTarget>
  /**
   * Runs a task on a page before the first window. That is the first window itself, opened in
   * advance, or one out of sight if the app was started hidden.
   */
  withFirstPage(task: (page: PageTarget) => Promise<void>): Promise<void>
  /** Returns any open page, for commands that Chromium accepts only on a page. */
  anyPage(): PageTarget | undefined
  /** Returns true for a page that the host did not open and that is being closed. */
  isStray(id: string): boolean
  /** Registers a listener for the ids of closed pages. */
  onPageGone(listener: (id: string) => void): void
  close(): Promise<void>
}

const closingPatienceMilliseconds = 3000
/** The color of the first window until the app gives it one. */
const spareColor = '#808080'

/** Creates a Chromium process for the host: one process, one pipe, any number of windows. */
export function createBrowser(): Browser {
  let launched: LaunchedBrowser | undefined
  let options: LaunchOptions | undefined
  const expected = new Map<string, (page: PageTarget) => void>()
  let pageGone: (id: string) => void = () => undefined
  const strays = new Set<string>()
  const pages = new Map<string, PageTarget>()
  let spare: Promise<PageTarget> | undefined

  const cdp = (): CdpConnection => {
    if (!launched) throw new Error('Not possible before app is ready')
    return launched.cdp
  }

  // Closes a page that another page opened, after the app was told of it. It must first continue:
  // while it waits, its opener waits too, because they share a process.
  const closeStray = ({ id, session }: Omit<PageTarget, 'token'>): void => {
    strays.add(id)
    session.tell('Runtime.runIfWaitingForDebugger')
    cdp().tell('Target.closeTarget', { targetId: id })
  }

  const watchTargets = async (connection: CdpConnection): Promise<void> => {
    connection.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // Developer tools have windows of Chromium's own.
      if (targetInfo.url.startsWith('devtools:')) return
      const target = { id: targetInfo.targetId, session: connection.session(sessionId) }
      const token = [...expected.keys()].find((key) => targetInfo.url.includes(key))
      if (token === undefined) return closeStray(target)
      const page = { ...target, token }
      pages.set(page.id, page)
      expected.get(token)!(page)
      expected.delete(token)
    })
    connection.on('Target.targetDestroyed', ({ targetId }) => {
      strays.delete(targetId)
      pages.delete(targetId)
      pageGone(targetId)
    })
    await connection.send('Target.setDiscoverTargets', {
      discover: true,
      filter: [{ type: 'page' }],
    })
    await connection.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    })
  }

  // Opens an app window. Chromium opens windows without an address bar only through its command
  // line.
  const openAppWindow = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const args = [`--user-data-dir=${options!.profile}`, ...windowSwitches(), `--app=${url}`]
      const env = browserEnvironment(options!.profile)
      const child = spawn(options!.executable, args, { env, stdio: 'ignore' })
      child.once('error', reject)
      child.once('exit', (code) => {
        if (code === 0) resolve()
        else reject(new Error(`${options!.executable} could not open a window (exit code ${code})`))
      })
    })

  /** Makes an address to open a blank page at, which is then the page. */
  const expectPage = (color: string): { url: string; page: Promise<PageTarget> } => {
    const token = randomUUID()
    const url = `data:text/html,<title>%E2%80%8B</title><body style="background:${encodeURIComponent(color)}"><!--${token}-->`
    return { url, page: new Promise<PageTarget>((resolve) => expected.set(token, resolve)) }
  }

  /** Opens a window that the user does not see, and that is no app window. */
  const openUnseen = async (): Promise<PageTarget> => {
    const { url, page } = expectPage(spareColor)
    const minimized = { ...outOfSight, windowState: 'minimized' } as const
    const unseen = { newWindow: true, background: true, ...minimized }
    await cdp().send('Target.createTarget', { url, ...unseen })
    return page
  }

  const openNewPage = async ({ width, height }: Size, color: string): Promise<PageTarget> => {
    const { url, page } = expectPage(color)
    if (options!.headless) {
      await cdp().send('Target.createTarget', { url, width, height, newWindow: true })
    } else {
      await openAppWindow(url)
    }
    return page
  }

  return {
    cdp,
    openPage: (size, color) => {
      const page = spare ?? openNewPage(size, color)
      spare = undefined
      return page
    },
    withFirstPage: async (task) => {
      if (options!.hidden && !options!.headless) {
        const page = await openUnseen()
        await task(page)
        await cdp().send('Target.closeTarget', { targetId: page.id })
      } else {
        spare ??= openNewPage({ width: 800, height: 600 }, spareColor)
        await task(await spare)
      }
    },
    anyPage: () => pages.values().next().value,
    isStray: (id) => strays.has(id),
    onPageGone: (listener) => void (pageGone = listener),
    start: async (launchOptions) => {
      options = launchOptions
      // A later window costs a process more, so Chromium opens the first one itself.
      const opensFirst = !launchOptions.headless && !launchOptions.hidden
      const first = opensFirst ? expectPage(spareColor) : undefined
      const browser = await launchBrowser(launchOptions, first?.url)
      spare = first?.page
      process.once('exit', browser.kill)
      await watchTargets(browser.cdp)
      launched = browser
      return browser.version
    },
    close: async () => {
      if (!launched) return
      launched.cdp.tell('Browser.close')
      await Promise.race([launched.exited, delay(closingPatienceMilliseconds)])
      launched.kill()
    },
  }
}
