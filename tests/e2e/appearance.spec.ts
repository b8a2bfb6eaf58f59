import type { Page } from 'playwright'
import { providerAt } from './launch.ts'
import { expect, test } from './parley.ts'

const model = { providerId: 'fake', modelId: 'parley-large' }
const answer = `${'Tides follow the Moon. '.repeat(40)}\n\n\`\`\`\nhigh\n\`\`\`\n`

/** Returns the horizontal edges of the answer's text and of the composer, in whole pixels. */
function edges(page: Page): Promise<{ text: number[]; composer: number[] }> {
  return page.evaluate(() => {
    const of = (selector: string): number[] => {
      const box = document.querySelector(selector)?.getBoundingClientRect()
      return [Math.round(box?.left ?? NaN), Math.round(box?.right ?? NaN)]
    }
    return { text: of('[aria-posinset="2"] .markdown'), composer: of('form.composer') }
  })
}

async function choose(page: Page, setting: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: setting }).click()
  await page.getByRole('option', { name: value }).click()
}

test('the text and the composer share their edges, at every width and in a long chat', async ({
  start,
  server,
}) => {
  server.behave({ kind: 'answer', text: answer.repeat(6) })
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const { page, send, last } = await start({ settings })
  await send('Tides?')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  for (const width of ['Medium', 'Narrow', 'Wide']) {
    await page.keyboard.press('Control+,')
    await choose(page, 'Text width', width)
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    const { text, composer } = await edges(page)
    expect(text, width).toEqual(composer)
  }
  await page.setViewportSize({ width: 480, height: 700 })
  await expect
    .poll(async () => {
      const { text, composer } = await edges(page)
      return text.join() === composer.join()
    })
    .toBe(true)
})

test('density and the type of code change at once and stay', async ({ start, server }) => {
  server.behave({ kind: 'answer', text: answer })
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const first = await start({ settings })
  await first.send('Tides?')
  const code = (page: Page): Promise<string> =>
    page
      .locator('.markdown code')
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily)
  const rowHeight = async (page: Page): Promise<number> =>
    (await page.locator('.chat-row').first().boundingBox())?.height ?? 0
  await expect(first.page.locator('.markdown code').first()).toBeVisible()
  expect(await code(first.page)).toContain('IBM Plex Mono')
  const comfortable = await rowHeight(first.page)
  await first.page.keyboard.press('Control+,')
  await choose(first.page, 'Density', 'Compact')
  await choose(first.page, 'Code font', 'System')
  await first.close()

  const second = await start({ folder: first.folder })
  await second.page.getByRole('button', { name: /Tides/ }).first().click()
  await expect(second.page.locator('.markdown code').first()).toBeVisible()
  expect(await code(second.page)).not.toContain('Plex')
  expect(await rowHeight(second.page)).toBeLessThan(comfortable)
})

test('a command run by mouse three times names its keys, once', async ({ start, server }) => {
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const { page, composer } = await start({ settings })
  await expect(composer).toBeVisible()
  const hint = page.getByText('Press Ctrl+N for “New chat”.')
  const newChat = page.getByRole('button', { name: 'New chat' }).first()
  await newChat.press('Enter')
  // The clicks are counted once the page is idle.
  const uses = (): Promise<number> =>
    page.evaluate(() => Number(/\d/.exec(localStorage.getItem('commandsByMouse') ?? '')?.[0] ?? 0))
  await expect
    .poll(async () => {
      await newChat.click()
      return uses()
    })
    .toBe(1)
  await newChat.press('Enter')
  await newChat.click()
  await expect.poll(uses).toBe(2)
  await expect(hint).toHaveCount(0)
  await newChat.click()
  await expect(hint).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(hint).toHaveCount(0)
  await newChat.click()
  await page.keyboard.press('Control+,')
  await expect(hint).toHaveCount(0)
})
