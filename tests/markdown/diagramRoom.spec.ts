import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

const text = '```mermaid\nflowchart TD\n  a --> b --> c --> d\n```\n\nWhat is read meanwhile.\n'

const place = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('#root p:last-of-type')!.getBoundingClientRect().top)

test('a diagram that was drawn before keeps its room while it is drawn again', async ({
  markdownPage: page,
}) => {
  await page.evaluate((source) => void window.markdown.show(source), text)
  await expect(page.locator('.diagram-drawn')).toBeVisible()
  const drawnAt = await place(page)
  // As after a restart: nothing is left of the page but what it has stored.
  await page.reload()
  await page.waitForFunction(() => 'markdown' in window)
  const [before, isSourceShown] = await page.evaluate((source) => {
    window.markdown.showAtOnce(source)
    const paragraph = document.querySelector('#root p:last-of-type')!
    const code = document.querySelector('.diagram .code-block')!
    return [paragraph.getBoundingClientRect().top, code.checkVisibility()] as const
  }, text)
  expect(isSourceShown).toBe(false)
  expect(Math.abs(before - drawnAt)).toBeLessThan(1)
  await expect(page.locator('.diagram-drawn')).toBeVisible()
  expect(Math.abs((await place(page)) - drawnAt)).toBeLessThan(1)
})

test('a large diagram that the reader has asked for returns without its source', async ({
  markdownPage: page,
}) => {
  const source = `\`\`\`mermaid\nsequenceDiagram\n${'a->>b: c\n'.repeat(155)}\`\`\`\n`
  const show = (): Promise<{ isSourceShown: boolean; isAsked: boolean }> =>
    page.evaluate((shown) => {
      window.markdown.showKept('one', shown)
      return {
        isSourceShown: document.querySelector('.diagram .code-block')!.checkVisibility(),
        isAsked: document.querySelector('.diagram-draw') !== null,
      }
    }, source)
  expect(await show()).toEqual({ isSourceShown: true, isAsked: true })
  await page.locator('.diagram-draw').click()
  await expect(page.locator('.diagram-drawn')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drawnDiagrams'))).not.toBeNull()
  expect(await show()).toEqual({ isSourceShown: false, isAsked: false })
  await expect(page.locator('.diagram-drawn')).toBeVisible({ timeout: 30_000 })
})
