import { chromium } from 'playwright'
import type { Browser, CDPSession, Page } from 'playwright'
import { findBrowser } from '../../../chromium-host/findBrowser.mjs'
import type { RendererName } from './page/renderers/renderer.ts'

export interface StageBrowser {
  /** A session with all processes, for tracing. */
  session: CDPSession
  /** Opens a new page with one renderer loaded and mounted. */
  open: (name: RendererName) => Promise<StagePage>
  close: () => Promise<void>
}

export interface StagePage {
  page: Page
  session: CDPSession
  /** Mounts the renderer again, empty, and brings its page to the front. */
  remount: () => Promise<void>
  collectGarbage: () => Promise<void>
  close: () => Promise<void>
}

export async function launchStageBrowser(address: string): Promise<StageBrowser> {
  const executablePath = findBrowser()
  const browser: Browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath ? { executablePath } : {}),
  })
  return {
    session: await browser.newBrowserCDPSession(),
    close: () => browser.close(),
    open: async (name) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
      await page.goto(address)
      await page.waitForFunction(() => 'stage' in window)
      await page.evaluate(async (renderer) => {
        await window.stage.load(renderer)
        window.stage.mount()
      }, name)
      const session = await page.context().newCDPSession(page)
      return {
        page,
        session,
        remount: async () => {
          await page.bringToFront()
          await page.evaluate(() => {
            window.stage.unmount()
            window.stage.mount()
          })
        },
        collectGarbage: async () => {
          await session.send('HeapProfiler.collectGarbage')
        },
        close: () => page.close(),
      }
    },
  }
}
