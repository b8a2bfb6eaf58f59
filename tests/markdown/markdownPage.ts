import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { preview } from 'vite'
import { findBrowser } from '../../chromium-host/findBrowser.mjs'
import { contentSecurityPolicy } from '../../src/main/app/contentSecurityPolicy.ts'
import { ensurePage } from './ensurePage.ts'

interface MarkdownFixtures {
  /** A page with the component alone, as users get it: built, and under the app's own policy. */
  markdownPage: Page
}

interface WorkerFixtures {
  address: string
  ownPage: Page
}

/** Tests of the Markdown component in a real browser. */
export const test = base.extend<MarkdownFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  launchOptions: async ({}, use) => {
    const executablePath = findBrowser()
    await use({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) })
  },
  address: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const server = await preview({
        configFile: false,
        logLevel: 'error',
        build: { outDir: await ensurePage() },
        preview: {
          host: '127.0.0.1',
          port: 0,
          headers: { 'content-security-policy': contentSecurityPolicy },
        },
      })
      await use(server.resolvedUrls?.local[0] ?? '')
      await server.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  ownPage: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  // Loading one page again takes a quarter of the time that a new page takes.
  page: async ({ ownPage }, use) => {
    await use(ownPage)
    await reset(ownPage)
  },
  markdownPage: async ({ page, address }, use) => {
    await page.goto(address)
    await page.waitForFunction(() => 'markdown' in window)
    await use(page)
  },
})

/** Takes back what a test has changed and the next load does not. */
async function reset(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.evaluate(() => localStorage.clear())
}
