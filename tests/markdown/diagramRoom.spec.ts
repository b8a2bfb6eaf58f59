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
  // On a slow machine the first slice of a text may end within the diagram.
  await expect.poll(show).toEqual({ isSourceShown: true, isAsked: true })
  await page.locator('.diagram-draw').click()
  await expect(page.locator('.diagram-drawn')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drawnDiagrams'))).not.toBeNull()
  await expect.poll(show).toEqual({ isSourceShown: false, isAsked: false })
  await expect(page.locator('.diagram-drawn')).toBeVisible()
})

const kinds = [
  'flowchart TD\n  a[Begin] --> b{Is it so?}\n  b -->|yes| c[Go on]\n  b -->|no| d[Stop]\n  c --> d',
  'flowchart LR\n  a --> b --> c --> d --> e',
  'sequenceDiagram\n  Alice->>Bob: Hello\n  Bob-->>Alice: Hello\n  Alice->>Carol: And you?',
  'classDiagram\n  Animal <|-- Duck\n  Animal : +int age\n  Duck : +swim()',
  'pie\n  "Dogs" : 40\n  "Cats" : 60',
]

for (const kind of kinds) {
  const [title] = kind.split('\n')
  test(`${title} has about its room before it is drawn for the first time`, async ({
    markdownPage: page,
  }) => {
    const source = `\`\`\`mermaid\n${kind}\n\`\`\`\n`
    const room = await page.evaluate((shown) => {
      window.markdown.showAtOnce(shown)
      const code = document.querySelector('.diagram .code-block')!
      if (code.checkVisibility()) return 0
      return document.querySelector('.diagram')!.getBoundingClientRect().height
    }, source)
    await expect(page.locator('.diagram-drawn')).toBeVisible()
    const drawn = await page.locator('.diagram').evaluate((element) => element.clientHeight)
    expect(room / drawn).toBeGreaterThan(0.5)
    expect(room / drawn).toBeLessThan(2)
  })
}
