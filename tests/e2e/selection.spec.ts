import type { Locator, Page } from 'playwright'
import { expect, test } from './parley.ts'

const answer = [
  'A **bold** start with `code` and [a link](https://example.org/).',
  '',
  '1. One',
  '2. Two',
  '',
  '```js',
  'const a = 1',
  'const b = `2`',
  '```',
  '',
  '| a | b |',
  '| --- | ---: |',
  '| 1 | 2 |',
].join('\n')

/** Selects from a text in one element to a text in another, both included. */
async function select(from: Locator, first: string, to = from, last = first): Promise<void> {
  await from.evaluate(
    (start, { end, firstText, lastText }) => {
      const place = (root: Element, text: string): [Text, number] => {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const at = (node as Text).data.indexOf(text)
          if (at >= 0) return [node as Text, at]
        }
        throw new Error(`There is no ${text}`)
      }
      const [startNode, startOffset] = place(start, firstText)
      const [endNode, endOffset] = place(end as Element, lastText)
      const { length } = lastText
      getSelection()?.setBaseAndExtent(startNode, startOffset, endNode, endOffset + length)
    },
    { end: await to.elementHandle(), firstText: first, lastText: last },
  )
}

function selectedText(page: Page): Promise<string> {
  return page.evaluate(() => String(getSelection()))
}

/** Copies, and returns the text that a plain field gets. */
async function pasted(page: Page, composer: Locator, keys = 'Control+C'): Promise<string> {
  await page.keyboard.press(keys)
  if (keys !== 'Control+C') await expect(page.getByText('Copied').last()).toBeVisible()
  await composer.fill('')
  await composer.press('Control+V')
  const text = await composer.inputValue()
  await composer.fill('')
  return text
}

test('what is selected is copied as Markdown, code as code, a word as a word', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: answer })
  const { page, composer, send, last } = await open()
  await send('Show *me*')
  await expect(last('Assistant').getByRole('table')).toBeVisible()
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await expect(last('Assistant').locator('[class^=token-]').first()).toBeVisible()

  await select(last('Assistant'), 'bold')
  expect(await pasted(page, composer)).toBe('bold')
  await select(last('Assistant'), 'old', last('Assistant'), 'link')
  expect(await pasted(page, composer)).toBe(
    '**old** start with `code` and [a link](https://example.org/)',
  )
  await select(last('Assistant').locator('pre'), 'const', last('Assistant').locator('pre'), '`2`')
  expect(await pasted(page, composer)).toBe('const a = 1\nconst b = `2`')
  await select(last('Assistant'), 'Two', last('Assistant').locator('td').last(), '2')
  expect(await pasted(page, composer)).toBe(answer.slice(answer.indexOf('2. Two')))

  await select(last('You'), 'me', last('Assistant'), 'One')
  expect(await pasted(page, composer)).toBe(
    'me*\n\nA **bold** start with `code` and [a link](https://example.org/).\n\n1. One',
  )
  await select(last('Assistant'), 'A ', last('Assistant'), 'Two')
  expect(await pasted(page, composer, 'Control+Shift+C')).toBe(
    'A bold start with code and a link.\n\n1. One\n2. Two',
  )
})

test('the palette copies without marks what was selected before it opened', async ({
  open,
  server,
}) => {
  server.behave({ kind: 'answer', text: answer })
  const { page, composer, send, last } = await open()
  await send('Show me')
  await expect(last('Assistant').getByRole('table')).toBeVisible()
  await select(last('Assistant'), 'A ', last('Assistant'), 'link')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('plain text')
  await page.getByRole('option', { name: 'Copy as plain text' }).click()
  await expect(page.getByText('Copied').last()).toBeVisible()
  await composer.press('Control+V')
  await expect(composer).toHaveValue('A bold start with code and a link')
})

test('a selection stays while the answer is written on', async ({ open, server }) => {
  const sentence = 'Some *words* and more `of` them. '
  const words = ['settled', 'living', 'words']
  const selected = words.map(() => Promise.withResolvers<void>())
  const read = Promise.withResolvers<void>()
  server.behave({
    kind: 'answer',
    text: `The settled one.\n\nThe living one: ${sentence}`,
    held: [
      ...selected.map(({ promise }) => ({ until: promise, text: sentence.repeat(20) })),
      { until: read.promise, text: '\n\nThe end.' },
    ],
    tokensPerSecond: 400,
  })
  const { page, send, last } = await open()
  await send('Write')
  await expect(last('Assistant')).toContainText('The living one: Some words and')
  for (const [index, word] of words.entries()) {
    await select(last('Assistant'), word)
    const length = (await last('Assistant').innerText()).length
    selected[index]?.resolve()
    await expect
      .poll(async () => (await last('Assistant').innerText()).length)
      .toBeGreaterThan(length + 200)
    expect(await selectedText(page)).toBe(word)
  }
  read.resolve()
  await expect(last('Assistant')).toContainText('The end.')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  expect(await selectedText(page)).toBe('words')
})
