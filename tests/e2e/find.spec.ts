import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright'
import { expect, settingsFor, test } from './parley.ts'

/** Returns the text highlighted as the current match. */
function currentMatch(page: Page): Promise<string> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('find-current') ?? []
    if (!range) return ''
    const live = document.createRange()
    live.setStart(range.startContainer, range.startOffset)
    live.setEnd(range.endContainer, range.endOffset)
    return live.toString()
  })
}

/** Tells whether the current match is visible. */
function isInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [range] = CSS.highlights.get('find-current') ?? []
    const log = document.querySelector('[role=log]')
    if (!range || !log) return false
    const live = document.createRange()
    live.setStart(range.startContainer, range.startOffset)
    live.setEnd(range.endContainer, range.endOffset)
    const inner = live.getBoundingClientRect()
    const outer = log.getBoundingClientRect()
    return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.height > 0
  })
}

test('a text is found across marks, without regard to case and accents, and stepped through', async ({
  open,
  server,
}) => {
  const filler = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  const text = `A **Crème** *brûlée* first.\n\n${filler}\n\n- one crème brûlée\n\n\`\`\`\nCREME BRULEE\n\`\`\``
  server.behave({ kind: 'answer', text })
  const { page, composer, send, last } = await open()
  await send('What is for dessert?')
  await expect(last('Assistant')).toContainText('Paragraph 59')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await composer.focus()
  await page.keyboard.press('Control+F')
  const field = page.getByRole('searchbox', { name: 'Find in chat' })
  await expect(field).toBeFocused()
  await field.fill('creme brulee')
  const count = page.locator('.find-count')
  await expect(count).toHaveText('1 of 3')
  await expect.poll(() => currentMatch(page)).toBe('Crème brûlée')
  await expect.poll(() => isInSight(page)).toBe(true)
  await field.press('Enter')
  await expect(count).toHaveText('2 of 3')
  await expect.poll(() => currentMatch(page)).toBe('crème brûlée')
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await expect(count).toHaveText('3 of 3')
  await expect.poll(() => currentMatch(page)).toBe('CREME BRULEE')
  await expect.poll(() => isInSight(page)).toBe(true)
  await page.keyboard.press('F3')
  await expect(count).toHaveText('1 of 3')
  await field.fill('nothing like it')
  await expect(count).toHaveText('No matches')
  const scrolled = await page.getByRole('log').evaluate((log) => log.scrollTop)
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(composer).toBeFocused()
  expect(await page.getByRole('log').evaluate((log) => log.scrollTop)).toBe(scrolled)
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0)
})

test('a match in folded thoughts unfolds them, and new ones count while they are written', async ({
  open,
  server,
}) => {
  const searched = Promise.withResolvers<void>()
  server.behave({
    kind: 'answer',
    reasoning: 'Perhaps a walrus.',
    text: `The animal is this: ${'it is large and lives in the sea, '.repeat(40)}`,
    held: [{ until: searched.promise, text: 'a walrus.' }],
  })
  const { page, send, last } = await open()
  await send('Which animal?')
  await expect(last('Assistant')).toContainText('The animal is this')
  await page.keyboard.press('Control+F')
  await page.getByRole('searchbox', { name: 'Find in chat' }).fill('walrus')
  await expect(page.locator('.find-count')).toHaveText('1 of 1')
  searched.resolve()
  await expect(page.locator('.find-count')).toHaveText('1 of 2')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await expect(last('Assistant').locator('details.reasoning')).toHaveAttribute('open')
  await expect(page.locator('.reasoning-text')).toContainText('walrus')
  await expect.poll(() => isInSight(page)).toBe(true)
})

/** Adds messages under the last one of the only chat, by the user and the assistant in turn. */
function addMessages(folder: string, texts: readonly string[]): void {
  const database = new DatabaseSync(join(folder, 'history.sqlite'))
  const chat = database.prepare('SELECT id, leaf_id FROM conversation').get()
  const insert = database.prepare(
    `INSERT INTO message (id, conversation_id, parent_id, role, status, created_at, parts)
     VALUES (?, ?, ?, ?, 'complete', 1, ?)`,
  )
  let parent = chat?.['leaf_id'] ?? null
  database.exec('BEGIN')
  for (const [index, text] of texts.entries()) {
    const id = crypto.randomUUID()
    const role = index % 2 === 0 ? 'user' : 'assistant'
    insert.run(id, chat?.['id'] ?? null, parent, role, JSON.stringify([{ type: 'text', text }]))
    parent = id
  }
  database.prepare('UPDATE conversation SET leaf_id = ?').run(parent)
  database.exec('COMMIT')
  database.close()
}

test('a match in a message that was never on the screen is led to', async ({ start, server }) => {
  server.behave({ kind: 'answer', text: 'The beginning.' })
  const settings = settingsFor(server)
  const first = await start({ settings })
  await first.send('Long ago')
  await expect(first.last('Assistant')).toContainText('The beginning.')
  await expect(first.last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await first.close()
  const texts = Array.from({ length: 1000 }, (_, index) =>
    index === 41 ? 'Here is a **peli**can.' : `Message ${index} of many, with\n\nsome text.`,
  )
  addMessages(first.folder, [...texts, 'And a pelican here.', 'The end.'])

  const { page, last } = await start({ folder: first.folder })
  await page.getByRole('navigation', { name: 'Chats' }).getByText('The beginning').click()
  await expect(last('Assistant')).toContainText('The end.')
  await page.keyboard.press('Control+F')
  const field = page.getByRole('searchbox', { name: 'Find in chat' })
  await field.fill('pelican')
  const count = page.locator('.find-count')
  await expect(count).toHaveText('2 of 2')
  await field.press('Shift+Enter')
  await expect(count).toHaveText('1 of 2')
  await expect.poll(() => currentMatch(page)).toBe('pelican')
  await expect.poll(() => isInSight(page)).toBe(true)
  await expect(page.getByText('Here is a pelican.')).toBeVisible()

  await field.press('Enter')
  await expect(count).toHaveText('2 of 2')
  await expect(page.getByText('And a pelican here.')).toBeInViewport()
  for (let presses = 0; presses < 7; presses += 1) await field.press('Enter')
  await expect(count).toHaveText('1 of 2')
  await expect.poll(() => isInSight(page)).toBe(true)
  await expect(page.getByText('Here is a pelican.')).toBeInViewport()

  await field.fill('Message 500 of')
  await expect(count).toHaveText('1 of 1')
  await expect.poll(() => isInSight(page)).toBe(true)
  await field.fill('pelican')
  await expect(count).toHaveText('2 of 2')
  await expect.poll(() => isInSight(page)).toBe(true)
})
