import { setTimeout as delay } from 'node:timers/promises'
import type { Rectangle } from 'electron'
import type { Browser, PageTarget } from './browser.ts'
import type { ChromiumWindow } from './chromiumWindow.ts'
import { refuse } from './strict.ts'
import type { XConnection } from './x11/connection.ts'
import * as windows from './x11/windows.ts'

const searchAttempts = 40
const searchMilliseconds = 50
/** Chromium activates a window some time after it has opened it. */
const activationMilliseconds = [0, 50, 150, 400]

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

  const take = async (): Promise<{ x: XConnection; window: number }> => {
    const x = await connect()
    const before = await windows.focused(x)
    const { token } = await whenOpened()
    for (let attempt = 0; attempt < searchAttempts; attempt++) {
      const window = await windows.findByClass(x, token)
      if (window !== undefined) {
        await windows.releaseFromManager(x, window)
        await giveBack(x, before)
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

  return {
    place: (next) => {
      bounds = next
      change(move)
    },
    setState: (_from, to) => {
      if (to !== 'normal') refuse(`A window without focus that is ${to}`)
    },
    conceal: () => change(windows.unmap),
    reveal: (next) => {
      bounds = next
      change(async (x, window) => {
        await move(x, window)
        await windows.mapOnTop(x, window)
      })
    },
    bringToFront: () => change(windows.raise),
    read: async () => {
      await pending
      const { x: left, y: top, width, height } = bounds
      return { left, top, width, height, windowState: 'normal' }
    },
  }
}

async function giveBack(x: XConnection, before: number): Promise<void> {
  for (const milliseconds of activationMilliseconds) {
    await delay(milliseconds)
    if ((await windows.focused(x)) !== before) await windows.focus(x, before)
  }
}
