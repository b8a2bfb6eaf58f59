import { setTimeout as delay } from 'node:timers/promises'
import type { Rectangle } from 'electron'
import type { Browser, PageTarget } from './browser.ts'
import type { ChromiumWindow } from './chromiumWindow.ts'
import { refuse } from './strict.ts'
import type { XConnection } from './x11/connection.ts'
import * as windows from './x11/windows.ts'

/** X's ids for no window at all, and for whichever is under the pointer. */
const pointerRoot = 1
const searchAttempts = 40
const searchMilliseconds = 50
/** Chromium activates a window some time after it has opened it. */
const activationMilliseconds = [0, 50, 150, 400]

/** How often a window that is shown is looked at for a focus that it must not have. */
const watchMilliseconds = 150

/**
 * A window that never takes the focus, as `focusable: false` asks for: window managers leave it
 * alone (X's override-redirect), so it is above the others, and is shown without being activated.
 * Chromium itself activates what it opens: the focus is given back once, when it is made.
 */
export function createPassiveWindow(
  browser: Browser,
  connect: () => Promise<XConnection>,
  whenOpened: () => Promise<PageTarget>,
): ChromiumWindow {
  let bounds: Rectangle = { x: 0, y: 0, width: 1, height: 1 }
  let pending: Promise<unknown> = Promise.resolve()
  /** What had the focus when this one was shown. */
  let owner: number | undefined
  let watch: ReturnType<typeof setInterval> | undefined

  const take = async (): Promise<{ x: XConnection; window: number }> => {
    const x = await connect()
    const before = await windows.focused(x)
    const { token } = await whenOpened()
    for (let attempt = 0; attempt < searchAttempts; attempt++) {
      const window = await windows.findByClass(x, token)
      if (window !== undefined) {
        await windows.releaseFromManager(x, window)
        await giveBack(x, window, before)
        windows.onFocus(x, window, () => void returnFocus(x, window).catch(() => undefined))
        return { x, window }
      }
      await delay(searchMilliseconds)
    }
    throw new Error('The window was not found on the display')
  }
  const taken = take()
  taken.catch(() => undefined)

  const change = (work: (x: XConnection, window: number) => Promise<unknown>): void => {
    pending = pending
      .then(async () => {
        const { x, window } = await taken
        await work(x, window)
      })
      .catch(() => undefined)
  }
  const move = async (x: XConnection, window: number): Promise<void> => {
    const { id } = await whenOpened()
    const cdp = browser.cdp()
    const { windowId } = await cdp.send('Browser.getWindowForTarget', { targetId: id })
    const { x: left, y: top, width, height } = bounds
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } })
    await windows.place(x, window, bounds)
  }

  /** Gives the focus back where this window has it, or had it when it went. */
  const returnFocus = async (x: XConnection, window: number): Promise<void> => {
    if (owner === undefined || owner <= pointerRoot) return
    if (await isMisplaced(x, window)) await windows.focus(x, owner)
  }

  return {
    place: (next) => {
      bounds = next
      change(move)
    },
    setState: (_from, to) => {
      if (to !== 'normal') refuse(`A window without focus that is ${to}`)
    },
    conceal: () => {
      clearInterval(watch)
      change(async (x, window) => {
        await windows.unmap(x, window)
        await returnFocus(x, window)
      })
    },
    reveal: (next) => {
      bounds = next
      change(async (x, window) => {
        const before = await windows.focused(x)
        if (before !== window) owner = before
        await move(x, window)
        await windows.mapOnTop(x, window)
      })
      clearInterval(watch)
      // A press of the mouse makes Chromium ask for the focus: where no event told of that, it is seen.
      watch = setInterval(() => change(returnFocus), watchMilliseconds)
      watch.unref()
    },
    bringToFront: () => change(windows.raise),
    read: async () => {
      await pending
      const { x: left, y: top, width, height } = bounds
      return { left, top, width, height, windowState: 'normal' }
    },
  }
}

/** Whether a window that must not have the focus has it, or nobody. */
async function isMisplaced(x: XConnection, window: number): Promise<boolean> {
  const now = await windows.focused(x)
  return now === window || now === x.root || now <= pointerRoot
}

/** What another window has taken meanwhile stays with it. */
async function giveBack(x: XConnection, window: number, before: number): Promise<void> {
  for (const milliseconds of activationMilliseconds) {
    await delay(milliseconds)
    if (await isMisplaced(x, window)) await windows.focus(x, before)
  }
}
