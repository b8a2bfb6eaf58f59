import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test as base } from './markdownPage.ts'
import { failingSource } from './page/englishHost.ts'

/** A page whose host fails at one picture. */
const test = base.extend<{ failingPage: Page }>({
  failingPage: async ({ markdownPage: page }, use) => {
    await page.evaluate(() => window.markdown.failAtPicture(true))
    await use(page)
  },
})

const picture = `![a](${failingSource})`
const sentence = 'An error prevented this text from being formatted.'

test('a text that fails is shown as it was written, and again when that is wanted', async ({
  failingPage: page,
}) => {
  const text = `# title\n\n- one\n- ${picture}`
  await page.evaluate((failing) => void window.markdown.show(failing), text)
  const shown = page.locator('#root > .markdown')
  await expect(shown).toContainText(sentence)
  await expect(shown.locator('.plain-text')).toHaveText(text, { useInnerText: true })
  await expect(shown.locator('h1')).toHaveCount(0)
  // It fails once more.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown).toContainText(sentence)
  await page.evaluate(() => window.markdown.failAtPicture(false))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown.locator('h1')).toHaveText('title')
  await expect(shown.locator('.image-place')).toHaveCount(1)
  await expect(shown).not.toContainText(sentence)
})

test('a text that fails while it grows goes on as plain text', async ({ failingPage: page }) => {
  const end = '\n\n**the end**'
  await page.evaluate(
    ([head, tail]) => {
      const view = window.markdown.show('')
      view.update('# title', true)
      view.update(head, true)
      view.update(head + tail, true)
      view.setSources(new Map([[1, 'source']]))
      view.update(head + tail, false)
    },
    [`# title\n\n${picture}`, end] as const,
  )
  const shown = page.locator('#root > .markdown')
  await expect(shown.locator('.plain-text')).toContainText('**the end**')
  await page.evaluate(() => window.markdown.failAtPicture(false))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shown.locator('strong')).toHaveText('the end')
})

test('a text that fails in a later slice is whole, and other texts go on', async ({
  failingPage: page,
}) => {
  const text = `${'a *b* '.repeat(900)}\n\n${'c *d*\n\n'.repeat(300)}${picture}`
  await page.evaluate((failing) => {
    const other = window.markdown.createView()
    window.markdown.show(failing)
    document.getElementById('root')!.append(other.element)
    other.update('e *f*\n\n'.repeat(900), false)
  }, text)
  const shown = page.locator('#root > .markdown')
  await expect(shown.first().locator('.failed-note')).toBeVisible({ timeout: 60_000 })
  await expect(shown.first()).not.toHaveAttribute('aria-busy')
  await expect(shown.nth(1)).not.toHaveAttribute('aria-busy')
  await expect(shown.nth(1).locator('em')).toHaveCount(900)
})
