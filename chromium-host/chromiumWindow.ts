import type { Rectangle } from 'electron'
import type { Protocol } from '../node_modules/playwright-core/types/protocol.d.ts'
import type { Browser, PageTarget } from './browser.ts'
import { createChangeQueue } from './changeQueue.ts'
import { outOfSight } from './launchBrowser.ts'

type Bounds = Protocol.Browser.Bounds
export type WindowState = NonNullable<Bounds['windowState']>

/** The window that Chromium shows for a page. It applies changes in order. */
export interface ChromiumWindow {
  place(bounds: Rectangle): void
  setState(from: WindowState, to: WindowState): void
  /** Hides the window. `reveal` shows it again. */
  conceal(): void
  reveal(bounds: Rectangle, state: WindowState): void
  bringToFront(): void
  /** Returns the window's bounds after all pending changes; undefined if it is gone. */
  read(): Promise<Required<Bounds> | undefined>
}

export function createChromiumWindow(
  browser: Browser,
  headless: boolean,
  whenOpened: () => Promise<PageTarget>,
): ChromiumWindow {
  const changes = createChangeQueue()

  const set = (windowId: number, bounds: Bounds): Promise<unknown> =>
    browser.cdp().send('Browser.setWindowBounds', { windowId, bounds })

  // Chromium refuses a change while another is pending.
  const change = (work: (windowId: number, page: PageTarget) => Promise<unknown>): void => {
    changes.add(async () => {
      const page = await whenOpened()
      const target = { targetId: page.id }
      const { windowId } = await browser.cdp().send('Browser.getWindowForTarget', target)
      await work(windowId, page)
    })
  }

  const place = ({ x, y, width, height }: Rectangle): void =>
    change((windowId) => set(windowId, { left: x, top: y, width, height }))

  const setState = (from: WindowState, to: WindowState): void =>
    change(async (windowId) => {
      if (from !== 'normal' && to !== 'normal') await set(windowId, { windowState: 'normal' })
      await set(windowId, { windowState: to })
    })

  return {
    place,
    setState,
    // A headless window is never visible.
    conceal: () => {
      if (headless) return
      change(async (windowId) => {
        await set(windowId, { windowState: 'minimized' })
        // A display without a window manager minimises nothing.
        const { bounds } = await browser.cdp().send('Browser.getWindowBounds', { windowId })
        if (bounds.windowState !== 'minimized') await set(windowId, outOfSight)
      })
    },
    reveal: (bounds, state) => {
      if (!headless) change((windowId) => set(windowId, { windowState: 'normal' }))
      place(bounds)
      if (state !== 'normal') setState('normal', state)
    },
    bringToFront: () => change((_windowId, { session }) => session.send('Page.bringToFront')),
    read: async () => {
      await changes.settled()
      try {
        const target = { targetId: (await whenOpened()).id }
        const { bounds } = await browser.cdp().send('Browser.getWindowForTarget', target)
        return { left: 0, top: 0, width: 0, height: 0, windowState: 'normal', ...bounds }
      } catch {
        return undefined
      }
    },
  }
}
