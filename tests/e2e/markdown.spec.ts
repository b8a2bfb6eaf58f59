import type { Locator, Page } from 'playwright'
import { expect, expectAccessible, test } from './parley.ts'
import { seedChat } from './seedChat.ts'

const title = 'A seeded chat'

async function openChat(page: Page): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Chats' }).getByText(title).click()
  return page.getByRole('log', { name: 'Conversation' })
}

const switched = `\`\`\`js
const wide = 1
\`\`\`

<details>
<summary>More</summary>

inside

</details>
`

test('what is switched in a message is so again when the reader comes back to it', async ({
  start,
}) => {
  const filler = Array.from({ length: 20 }, (_, line) => `Line ${line}.`).join('\n\n')
  const texts = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? `Question ${at}` : filler))
  texts[1] = switched
  const { page } = await start({ folder: seedChat(title, texts) })
  const log = await openChat(page)
  const code = log.locator('.code-block')
  const goTo = async (key: 'Home' | 'End', text: string): Promise<void> => {
    await log.focus()
    await page.keyboard.press(key)
    await expect(log.getByText(text, { exact: true }).last()).toBeInViewport()
  }
  await expect(log.getByText('Question 58', { exact: true })).toBeAttached()
  await goTo('Home', 'Question 0')
  await code.getByRole('button', { name: 'Wrap lines' }).click()
  await log.getByText('More', { exact: true }).click()
  await expect(log.locator('details[open]')).toHaveCount(1)

  await goTo('End', 'Line 19.')
  await expect(code).toHaveCount(0)
  await goTo('Home', 'Question 0')
  await expect(code).toHaveClass(/code-wrapped/)
  await expect(log.locator('details[open]')).toHaveCount(1)
})

test('on paper there is the text, dark on white, and nothing to press', async ({ start }) => {
  const text = `A note[^a].\n\n${switched}\n\n![cat](https://b.example/cat.png)\n\n[^a]: It says this.`
  const { page } = await start({ folder: seedChat(title, ['Please *print* this', text]) })
  const log = await openChat(page)
  await expect(log.locator('.code-block')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(log.getByRole('button', { name: 'Footnote 1' })).toBeVisible()
  await expect(log.getByText('inside')).toBeVisible()
  await expect(log.getByText('cat')).toBeVisible()
  await expect(log.getByText('Load image')).toBeHidden()
  await expect(log.getByRole('button', { name: /Copy|Wrap|Save|Regenerate|Edit/ })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Chats' })).toBeHidden()
  const colors = await log.evaluate((element) => {
    const colorOf = (selector: string): string =>
      getComputedStyle(element.querySelector(selector)!).color
    return [colorOf('.markdown p'), colorOf('.selectable'), colorOf('.markdown pre')]
  })
  for (const color of colors) expect(Number(/\d+/.exec(color)?.[0])).toBeLessThan(60)
})

test('what is printed is drawn first, wherever it stands in the chat', async ({ start }) => {
  const formulas = Array.from({ length: 300 }, (_, index) => `$x_{${index}} + \\frac{1}{2}$`)
  const rest = Array.from({ length: 60 }, (_, index) => `Message ${index}`)
  const messages = ['Which formulas?', formulas.join('\n\n'), ...rest]
  const { page } = await start({ folder: seedChat(title, messages) })
  await openChat(page)
  // The test can't close the browser's own dialog.
  const printed = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<number[]>()
    const count = (selector: string): number => document.querySelectorAll(selector).length
    window.print = () => resolve([count('[data-tex]'), count('[data-tex] .katex')])
    return { promise }
  })
  await page.keyboard.press('Control+P')
  expect(await printed.evaluate(({ promise }) => promise)).toEqual([300, 300])
})

test('a diagram is drawn, in a frame that leads nowhere', async ({ start }) => {
  const text = 'So it goes:\n\n```mermaid\nflowchart LR\n  ask[Ask] --> answer[Answer]\n```\n'
  const { page } = await start({ folder: seedChat(title, ['Draw it', text]) })
  const log = await openChat(page)
  await expect(log.getByRole('img', { name: 'Diagram: flowchart LR' })).toBeVisible()
  const frame = page.frames().find((each) => each.url() === 'about:srcdoc')!
  expect(await frame.evaluate(() => ['bridge' in window, origin])).toEqual([false, 'null'])
  await expectAccessible(page)
})
