import { setTimeout as delay } from 'node:timers/promises'
import type { Rectangle } from 'electron'
import type { Browser, PageTarget } from './browser.ts'
import { createChangeQueue } from './changeQueue.ts'
import type { ChromiumWindow } from './chromiumWindow.ts'
import { refuse } from './strict.ts'
import type { XConnection } from './x11/connection.ts'
import * as windows from './x11/windows.ts'

/** X's ids for no window and for the window under the pointer. */
const pointerRoot = 1
const searchAttempts = 40
const searchMilliseconds = 50

/**
 * Creates a window that never takes the focus, for `focusable: false`. X's override-redirect makes
 * window managers ignore it, so it stays on top and is shown without activation. Chromium activates
 * windows that it opens or that are clicked, so the focus is returned immediately.
 */
export function createPassiveWindow(
  browser: Browser,
  connect: () => Promise<XConnection>,
  whenOpened: () => Promise<PageTarget>,
): ChromiumWindow {
  let bounds: Rectangle = { x: 0, y: 0, width: 1, height: 1 }
  const changes = createChangeQueue()
  /** The window that had the focus when this one was created or last shown. */
  let owner = pointerRoot

  const take = async (): Promise<{ x: XConnection; window: number }> => {
    const x = await connect()
    owner = await windows.focused(x)
    const { token } = await whenOpened()
    for (let attempt = 0; attempt < searchAttempts; attempt++) {
      const window = await windows.findByClass(x, token)
      if (window !== undefined) {
        windows.onFocusChange(x, window, () => change(returnFocus))
        await windows.releaseFromManager(x, window)
        await returnFocus(x, window)
        return { x, window }
      }
      await delay(searchMilliseconds)
    }
    throw new Error('The window was not found on the display')
  }
  const taken = take()
  taken.catch(() => undefined)

  const change = (work: (x: XConnection, window: number) => Promise<unknown>): void => {
    changes.add(async () => {
      const { x, window } = await taken
      await work(x, window)
    })
  }
  const move = async (x: XConnection, window: number): Promise<void> => {
    const { id } = await whenOpened()
    const cdp = browser.cdp()
    const { windowId } = await cdp.send('Browser.getWindowForTarget', { targetId: id })
    const { x: left, y: top, width, height } = bounds
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } })
    await windows.place(x, window, bounds)
  }

  /** Returns the focus if this window or no window has it. Leaves it to any other window. */
  const returnFocus = async (x: XConnection, window: number): Promise<void> => {
    const now = await windows.focused(x)
    const isMisplaced = now === window || now === x.root || now <= pointerRoot
    if (isMisplaced && now !== owner) await windows.focus(x, owner)
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
    },
    bringToFront: () => change(windows.raise),
    read: async () => {
      await changes.settled()
      const { x: left, y: top, width, height } = bounds
      return { left, top, width, height, windowState: 'normal' }
    },
  }
}
