import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { insertConversation, showLeaf } from '../../src/main/chat/history/conversations.ts'
import { insertMessage } from '../../src/main/chat/history/messages.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { migrations } from '../../src/main/app/migrations.ts'
import { historyPath } from '../../src/main/storage/paths.ts'
import { expectAccessible } from '../expectAccessible.ts'
import { expect, test } from './parley.ts'

const conversationId = crypto.randomUUID()
const filler = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
const shown = `${filler}\n\n- the **quick [walrus](https://example.org/page)** of the north\n\n${filler}`
const hidden = `${filler}\n\nA pelican in *another* version`

/**
 * Creates 300 messages. The eleventh contains a walrus; its other version, which is not shown, a
 * pelican.
 */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  const database = openDatabase({ path: historyPath(folder), migrations })
  insertConversation(database, {
    ...{ id: conversationId, title: 'Beasts', model: null, createdAt: 1, usedAt: 1 },
  })
  let parentId: string | null = null
  const add = (parent: string | null, index: number, text: string): string => {
    const id = crypto.randomUUID()
    insertMessage(database, {
      ...{ id, conversationId, parentId: parent, createdAt: 1, status: 'complete' },
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text }],
      ...{ citations: [], warnings: [], error: null, model: null, usage: null, requestId: null },
      ...{ firstTokenMilliseconds: null, durationMilliseconds: null },
    })
    return id
  }
  for (let index = 0; index < 300; index += 1) {
    if (index === 11) add(parentId, index, hidden)
    parentId = add(parentId, index, index === 11 ? shown : `Number ${index}. `.repeat(20))
  }
  if (parentId !== null) showLeaf(database, conversationId, parentId)
  database.close()
  return folder
}

/** Returns the marked words that are visible. */
function markedInSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const log = document.querySelector('[role=log]')?.getBoundingClientRect()
    return [...(CSS.highlights.get('found-words') ?? [])].flatMap((range) => {
      if (!(range instanceof Range) || !log) return []
      const { top, bottom, height } = range.getBoundingClientRect()
      return top >= log.top && bottom <= log.bottom && height > 0 ? range.toString() : []
    })
  })
}

test('a hit shows plain words with the match marked, and leads to it in a long chat', async ({
  start,
}) => {
  const { page } = await start({ folder: makeFolder() })
  const field = page.getByRole('searchbox', { name: 'Search chats' })
  await field.fill('walr')
  const hit = page.locator('[data-search-hit]')
  await expect(hit).toContainText('the quick walrus of the north')
  await expect(hit).not.toContainText(/[*[\]]|https/)
  await expect(hit.locator('mark')).toHaveText(['walr'])
  await hit.click()
  await expect.poll(() => markedInSight(page)).toEqual(['walr'])
  await expect(page.getByRole('log').getByText('walrus')).toBeInViewport()
})

test('a hit in a version that is not shown brings that version', async ({ start }) => {
  const { page } = await start({ folder: makeFolder() })
  const field = page.getByRole('searchbox', { name: 'Search chats' })
  await field.fill('pelican version')
  await page.locator('[data-search-hit]').click()
  await expect.poll(() => markedInSight(page)).toEqual(['pelican', 'version'])
  await field.fill('walrus')
  const hit = page.locator('[data-search-hit]')
  // Until the answer arrives, the earlier hits stay.
  await expect(hit).toContainText('walrus')
  await hit.click()
  await expect.poll(() => markedInSight(page)).toEqual(['walrus'])
  await expect(page.getByRole('log').getByText('pelican')).toHaveCount(0)
})

test('filters, a saved search and its undo, by keyboard from the field to the found message', async ({
  start,
}) => {
  const { page } = await start({ folder: makeFolder() })
  const field = page.getByRole('searchbox', { name: 'Search chats' })
  const hits = page.locator('[data-search-hit]')
  await field.fill('walrus')
  await expect(hits).toHaveCount(1)
  const choose = async (chip: RegExp, option: string): Promise<void> => {
    await page.getByRole('button', { name: chip }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: option }).press('Enter')
  }
  await choose(/^From/, 'The model')
  await expect(hits).toHaveCount(1)
  await choose(/^Date/, 'Today')
  await expect(page.getByRole('status').filter({ hasText: '1 without filters' })).toBeVisible()
  await choose(/^Date/, 'Choose days')
  await page.getByLabel('Last day').fill('1970-01-05')
  await expect(hits).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Beasts of old')
  await page.keyboard.press('Enter')
  await field.fill('')
  // Without words the newest message of the chat is found.
  await expect(hits).toContainText('Number 299.')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  const saved = page.getByRole('list', { name: 'Saved searches' })
  await page.getByRole('button', { name: 'More for “Beasts of old”' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(saved).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved.getByRole('button', { name: 'Beasts of old', exact: true }).click()
  await expect(field).toHaveValue('walrus')
  await expect(page.getByRole('button', { name: 'From: The model' })).toBeVisible()
  await hits.click()
  await expect.poll(() => markedInSight(page)).toEqual(['walrus'])
})

test('the palette leads to a version that is not shown', async ({ start }) => {
  const { page } = await start({ folder: makeFolder() })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('pelican')
  await page.getByRole('option', { name: 'Beasts' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'pelican' })).toBeInViewport()
})
