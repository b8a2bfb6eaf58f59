import { expect, test } from './parley.ts'
import type { Parley } from './launch.ts'

/** Makes a chat that is titled with its only message. */
async function begin({ page, send, last }: Parley, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await send(text)
  await expect(last('Assistant')).toContainText(`You said: ${text}`)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
}

async function openList({ page }: Parley, name: 'Archive' | 'Trash'): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('button', { name: 'Back to chats' })).toBeFocused()
}

test('a deleted chat waits in the trash, comes back whole, or goes for good', async ({ open }) => {
  const parley = await open()
  const { page, last } = parley
  const chats = page.getByRole('navigation', { name: 'Chats' })
  const rows = chats.locator('[data-chat-row]')
  for (const text of ['Cherries', 'Damsons', 'Elderberries']) await begin(parley, text)
  for (const left of [2, 1, 0]) {
    await rows.first().focus()
    await page.keyboard.press('Delete')
    await expect(rows).toHaveCount(left)
  }
  const query = page.getByRole('searchbox', { name: 'Search chats' })
  await query.fill('Cherries')
  await expect(chats.getByRole('status')).toHaveText('No results')
  await query.fill('')

  await openList(parley, 'Trash')
  const trash = chats.getByRole('listitem')
  await expect(trash.filter({ hasText: '30 days left' }).first()).toContainText('Cherries')
  await page.getByRole('button', { name: 'Restore “Damsons”' }).press('Enter')
  await expect(trash.filter({ hasText: 'Damsons' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Restore “Elderberries”' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(trash.filter({ hasText: 'Elderberries' })).toHaveCount(0)
  await expect(chats.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
  await expect(chats.getByText('The trash is empty')).toBeVisible()

  await page.getByRole('button', { name: 'Back to chats' }).click()
  await expect(page.getByRole('button', { name: 'List options' })).toBeFocused()
  await page.reload()
  await expect(rows).toHaveText(['Damsons'])
  await rows.first().click()
  await expect(last('Assistant')).toContainText('You said: Damsons')
})

test('an archived chat leaves the list and stays open; the search says where it is', async ({
  open,
}) => {
  const parley = await open()
  const { page, last } = parley
  const chats = page.getByRole('navigation', { name: 'Chats' })
  const rows = chats.locator('[data-chat-row]')
  for (const text of ['Figs', 'Grapes']) await begin(parley, text)
  await rows.first().hover()
  await chats.getByRole('button', { name: 'Chat options' }).first().click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(rows).toHaveText(['Figs'])
  await expect(last('Assistant')).toContainText('You said: Grapes')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows).toHaveText(['Grapes', 'Figs'])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('unarchive chat')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveText(['Figs'])

  await page.reload()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('Grapes')
  await expect(chats.locator('[data-search-hit]')).toContainText('Archived')
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('')
  await openList(parley, 'Archive')
  await expect(rows).toHaveText(['Grapes'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('You said: Grapes')
  await rows.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await expect(chats.getByText('The archive is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Back to chats' }).click()
  await expect(rows).toHaveText(['Grapes', 'Figs'])
})
