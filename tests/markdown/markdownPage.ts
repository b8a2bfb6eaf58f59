import type { Page } from '@playwright/test'
import { builtPageTest } from '../builtPageTest.ts'

interface MarkdownFixtures {
  /** A page with the component alone. */
  markdownPage: Page
}

/** Tests of the Markdown component in a real browser. */
export const test = builtPageTest.extend<MarkdownFixtures>({
  markdownPage: async ({ page, address }, use) => {
    await page.goto(address)
    await page.waitForFunction(() => 'markdown' in window)
    await use(page)
  },
})
