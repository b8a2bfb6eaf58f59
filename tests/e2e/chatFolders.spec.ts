import type { Parley } from './launch.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

/** Makes a chat that is titled with its only message. */
async function begin({ page, send, last }: Parley, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await send(text)
  await expect(last('Assistant')).toContainText(`You said: ${text}`)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
}

test('folders and pins order the list by keyboard, and a restart keeps that', async ({
  start,
  server,
}) => {
  const parley = await start({ settings: settingsFor(server) })
  const { page } = parley
  const chats = page.getByRole('navigation', { name: 'Chats' })
  const rows = chats.locator('[data-row-id]')
  const chat = (name: string) => chats.getByRole('button', { name, exact: true })
  const note = chats.getByRole('status')
  const focused = chats.locator(':focus')
  const command = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  const createFolder = async (name: string): Promise<void> => {
    await command('new folder for chats')
    await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(chat(name)).toBeFocused()
  }
  for (const text of ['Cherries', 'Apples', 'Birches', 'Part 10', 'Part 2']) {
    await begin(parley, text)
  }
  await expect(rows).toHaveText(['Part 2', 'Part 10', 'Birches', 'Apples', 'Cherries'])

  // Folders: made, named, moved into one another, refused in themselves.
  await createFolder('Trees')
  await createFolder('Garden')
  await expect(rows).toHaveText([
    ...['Trees', 'Garden', 'Part 2', 'Part 10', 'Birches', 'Apples', 'Cherries'],
  ])
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(note).toHaveText('Garden: 1 of 2')
  await expect(rows.nth(0)).toHaveText('Garden')
  await expect(chat('Garden')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect(note).toHaveText('Trees: now in Garden')
  await expect(chats.getByRole('list', { name: 'Garden' })).toContainText('Trees')
  await expect(chat('Trees')).toBeFocused()

  // Chats go into a folder by the menu, a search, and a shortcut's command.
  await chat('Birches').focus()
  await page.keyboard.press('Tab')
  await chat('Birches').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to folder' })
  await expect(dialog.getByRole('combobox', { name: 'Search folders' })).toBeFocused()
  await expect(dialog.getByRole('option')).toHaveText(['No folder', 'Garden', 'Trees Garden'])
  await expectAccessible(page)
  await page.keyboard.type('tre')
  await expect(dialog.getByRole('option')).toHaveText(['Trees Garden'])
  await page.keyboard.press('Enter')
  await expect(chats.getByRole('list', { name: 'Trees' })).toHaveText('Birches')
  await expect(chat('Birches')).toBeFocused()
  await chat('Apples').click()
  await command('move chat to folder')
  await expect(dialog.getByRole('option').nth(1)).toHaveText('Trees Garden')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chats.getByRole('list', { name: 'Garden' })).toContainText('Apples')
  await expect(rows).toHaveText([
    ...['Garden', 'Trees', 'Birches', 'Apples', 'Part 2', 'Part 10', 'Cherries'],
  ])

  // Pins stand first, in an order by hand; an unpinned chat is where it was.
  for (const name of ['Birches', 'Cherries']) {
    await chat(name).click()
    await command('pin or unpin')
  }
  await expect(rows).toHaveText([
    ...['Cherries', 'Birches', 'Garden', 'Trees', 'Apples', 'Part 2', 'Part 10'],
  ])
  await chat('Cherries').focus()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(rows.nth(0)).toHaveText('Birches')
  await expect(note).toHaveText('Cherries: 2 of 2')
  await expect(chat('Cherries')).toBeFocused()

  // The order of all else is the user's choice; numbers count by their value.
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('menuitemradio', { name: 'Title' }).click()
  await expect(rows).toHaveText([
    ...['Birches', 'Cherries', 'Garden', 'Trees', 'Apples', 'Part 2', 'Part 10'],
  ])
  await expectAccessible(page)
  await chat('Garden').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveText(['Birches', 'Cherries', 'Garden', 'Part 2', 'Part 10'])
  await page.reload()
  await expect(rows).toHaveText(['Birches', 'Cherries', 'Garden', 'Part 2', 'Part 10'])
  await chat('Garden').focus()
  await page.keyboard.press('ArrowRight')
  await expect(chat('Apples')).toBeVisible()

  // A deleted folder leaves what was in it, and comes back with it.
  await page.keyboard.press('Delete')
  await expect(rows).toHaveText(['Birches', 'Cherries', 'Trees', 'Apples', 'Part 2', 'Part 10'])
  await expect(focused).toHaveText('Trees')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(rows).toHaveText([
    ...['Birches', 'Cherries', 'Garden', 'Trees', 'Apples', 'Part 2', 'Part 10'],
  ])
  await chat('Birches').click()
  await command('pin or unpin')
  await expect(chats.getByRole('list', { name: 'Trees' })).toHaveText('Birches')
})
