import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { test } from './markdownPage.ts'

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const longCode = Array.from({ length: 80 }, (_, at) => `line ${at}`).join('\n')
const text = `- In a list:

  \`\`\`js
  first
  \`\`\`

\`\`\`js
${longCode}
\`\`\`

<details>
<summary>Markdown</summary>

inner

</details>

<details open><summary>HTML</summary>inner</details>

![cat](https://b.example/cat.png)

\`\`\`mermaid
pie
 "a" : 1
\`\`\`
`

const showKept = (page: Page, name: string): Promise<void> =>
  page.evaluate(([kept, shown]) => window.markdown.showKept(kept!, shown!), [name, text])
const keptOf = (page: Page, name: string): Promise<Record<string, string>> =>
  page.evaluate((kept) => window.markdown.keptOf(kept), name)

async function switchAll(page: Page): Promise<void> {
  const code = page.locator('.code-block')
  await code.nth(0).getByRole('button', { name: 'Wrap lines' }).click()
  await code.nth(1).getByRole('button', { name: 'Collapse code' }).click()
  await page.getByText('Markdown', { exact: true }).click()
  await page.getByText('HTML', { exact: true }).click()
  await page.getByRole('button', { name: 'Load image' }).click()
  await expect(page.getByRole('img', { name: 'cat' })).toBeVisible()
  await page.getByRole('button', { name: 'Show source' }).click()
}

test('what the reader switched is there again when the text is shown anew', async ({
  markdownPage: page,
}) => {
  await page.evaluate((address) => window.markdown.serveImages(address), pixel)
  await showKept(page, 'one')
  await switchAll(page)
  await expect.poll(async () => Object.keys(await keptOf(page, 'one')).length).toBe(6)

  await showKept(page, 'other')
  await expect(page.locator('.code-wrapped, .code-folded, .diagram-source')).toHaveCount(0)
  await expect(page.locator('details:not([open])', { hasText: 'Markdown' })).toHaveCount(1)
  expect(await keptOf(page, 'other')).toEqual({})

  await showKept(page, 'one')
  const code = page.locator('.code-block')
  await expect(code.nth(0)).toHaveClass(/code-wrapped/)
  await expect(code.nth(0).getByRole('button', { name: 'Wrap lines' })).toHaveAttribute('aria-pressed', 'true') // oxfmt-ignore
  await expect(code.nth(1)).toHaveClass(/code-folded/)
  await expect(page.getByRole('button', { name: 'Show 60 more lines' })).toBeVisible()
  await expect(page.locator('details[open]', { hasText: 'Markdown' })).toHaveCount(1)
  await expect(page.locator('details:not([open])', { hasText: 'HTML' })).toHaveCount(1)
  await expect(page.getByRole('img', { name: 'cat' })).toBeVisible()
  await expect(page.locator('.diagram.diagram-source.diagram-drawn pre')).toBeVisible()
  expect(Object.keys(await keptOf(page, 'one'))).toHaveLength(6)
})

test('what is switched back is not kept', async ({ markdownPage: page }) => {
  await showKept(page, 'one')
  const wrap = page.getByRole('button', { name: 'Wrap lines' }).first()
  await wrap.click()
  await expect.poll(() => keptOf(page, 'one')).not.toEqual({})
  await wrap.click()
  expect(await keptOf(page, 'one')).toEqual({})
})

test('a picture that is no longer there can be loaded again', async ({ markdownPage: page }) => {
  await page.evaluate((address) => window.markdown.serveImages(address), pixel)
  await showKept(page, 'one')
  await page.getByRole('button', { name: 'Load image' }).click()
  await expect(page.getByRole('img', { name: 'cat' })).toBeVisible()
  await page.evaluate(() => {
    window.markdown.serveImages('/images/gone')
    window.markdown.showKept('other', '![cat](https://b.example/cat.png)')
  })
  await page.getByRole('button', { name: 'Load image' }).click()
  await expect(page.getByRole('button', { name: 'Couldn’t load the image' })).toBeEnabled()
  expect(await keptOf(page, 'other')).toEqual({})
})

test('a loaded picture is copied with the address that it came from', async ({
  markdownPage: page,
}) => {
  await page.evaluate((address) => window.markdown.serveImages(address), pixel)
  await page.evaluate(() => window.markdown.show('Before ![cat](https://b.example/cat.png) after'))
  const copied = (): Promise<string | undefined> =>
    page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('.markdown p')!)
      return window.markdown.copySelection()?.markdown
    })
  const expected = 'Before ![cat](https://b.example/cat.png) after'
  expect(await copied()).toBe(expected)
  await page.getByRole('button', { name: 'Load image' }).click()
  await expect(page.getByRole('img', { name: 'cat' })).toBeVisible()
  expect(await copied()).toBe(expected)
})
