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
  markdownPage: async ({ page, address }, use) => {
    await page.goto(address)
    await page.waitForFunction(() => 'markdown' in window)
    await use(page)
  },
})
