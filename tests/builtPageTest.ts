import { test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { preview } from 'vite'
import { findBrowser } from '../chromium-host/findBrowser.mjs'
import { contentSecurityPolicy } from '../src/main/app/window/contentSecurityPolicy.ts'
import { ensurePage } from './ensurePage.ts'
import type { PageName } from './ensurePage.ts'

interface WorkerFixtures {
  pageName: PageName
  address: string
  ownPage: Page
}

/** Tests of a part of the app in a real browser, as users get it: built, and under its policy. */
export const builtPageTest = base.extend<object, WorkerFixtures>({
  pageName: ['markdown', { option: true, scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  launchOptions: async ({}, use) => {
    const executablePath = findBrowser()
    await use({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) })
  },
  address: [
    async ({ pageName }, use) => {
      const server = await preview({
        configFile: false,
        logLevel: 'error',
        build: { outDir: await ensurePage(pageName) },
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
})

/** Takes back what a test has changed and the next load does not. */
async function reset(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    reducedMotion: null,
    forcedColors: null,
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.evaluate(() => localStorage.clear())
}
