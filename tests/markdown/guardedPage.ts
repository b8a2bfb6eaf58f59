import type { Page } from '@playwright/test'
import { test as base } from './markdownPage.ts'

interface Fixtures {
  /** Page whose requests to other places, and scripts that should not run, are recorded. */
  guardedPage: Page
  escapes: string[]
}

/** Tests of what a text could do to the page, or have it do. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  escapes: async ({}, use) => use([]),
  guardedPage: async ({ page, address, escapes }, use) => {
    page.on('dialog', (dialog) => {
      escapes.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(address)) {
        escapes.push(request.url())
      }
    })
    await page.goto(address)
    await page.waitForFunction(() => 'markdown' in window)
    await use(page)
  },
})

export async function show(page: Page, text: string): Promise<void> {
  await page.evaluate((shown) => void window.markdown.show(shown), text)
}
