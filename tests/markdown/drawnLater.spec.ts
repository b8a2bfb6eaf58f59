import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { test } from './markdownPage.ts'

/** Longer than any pause in which nothing changes on a page where all is loaded. */
const loadMilliseconds = 800

const kinds: [string, string, string][] = [
  ['raw HTML', '<table><tr><td>cell</td></tr></table>', 'table td'],
  ['a formula', 'Half is $\\frac{1}{2}$.', '.math .katex'],
  ['a long formula', `$$\n${'x+'.repeat(200)}x\n$$`, '.math .katex'],
  ['code', '```js\nconst one = 1\n```\n', '.code-line [class^=token-]'],
  ['a diagram', '```mermaid\nflowchart TD\n a --> b\n```\n', '.diagram-drawn img'],
]

for (const [name, text, drawn] of kinds) {
  test(`${name} counts as drawn only once what draws it is loaded`, async ({
    markdownPage: page,
  }) => {
    await page.route('**/*', async (route) => {
      await delay(loadMilliseconds)
      await route.continue()
    })
    const count = await page.evaluate(
      async ([source, selector]) => {
        await window.markdown.showWhole(source!)
        return document.querySelectorAll(selector!).length
      },
      [text, drawn],
    )
    expect(count).toBeGreaterThan(0)
  })
}
