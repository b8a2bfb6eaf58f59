import type { Page } from 'playwright'
import { drawn, type Parley } from './launch.ts'
import { expect, test } from './parley.ts'

test('a menu that is pressed before its code is there opens then, and gives the focus back', async ({
  open,
}) => {
  const page = await openChat(open)
  const finish = await reloadWithoutMenus(page)
  const button = page.getByRole('button', { name: 'Chat options' }).first()
  await expect(button).toHaveAttribute('aria-haspopup', 'menu')
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  finish()
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('a button keeps the focus when the code of its menu comes', async ({ open }) => {
  const page = await openChat(open)
  const finish = await reloadWithoutMenus(page)
  const button = page.getByRole('button', { name: 'Chat options' }).first()
  await button.focus()
  const plain = await button.elementHandle()
  finish()
  await expect.poll(() => plain?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
})

test('a menu opens by a press and a release on its entry, by the arrow key and by the other button', async ({
  open,
}) => {
  const page = await openChat(open)
  const row = page.getByRole('navigation', { name: 'Chats' }).getByRole('listitem').first()
  const button = row.getByRole('button', { name: 'Chat options' })
  const rename = page.getByRole('menuitem', { name: 'Rename' })

  await row.click({ button: 'right' })
  await expect(rename).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.reload()
  await drawn(page)
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rename).toBeFocused()
  await page.keyboard.press('Escape')

  await page.reload()
  await drawn(page)
  await button.hover()
  // The loaded menu has replaced the placeholder of its button.
  await expect(button).toHaveAttribute('id', /./)
  await page.mouse.down()
  await expect(rename).toBeVisible()
  // A release within this time belongs to the press that opened the menu.
  await page.waitForTimeout(300)
  await rename.hover()
  await page.mouse.up()
  await expect(page.getByRole('textbox', { name: 'Chat title' })).toBeFocused()
})

/** Opens the app with one chat in its list. Returns the page. */
async function openChat(open: () => Promise<Parley>): Promise<Page> {
  const { page, send, last } = await open()
  await send('Hello')
  await expect(last('Assistant')).toContainText(/\w/)
  return page
}

/** Loads the page again without what opens menus, until the returned function is called. */
async function reloadWithoutMenus(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/LoadedMenu-*.js', async (route) => {
    await promise
    await route.fallback()
  })
  await page.reload()
  await drawn(page)
  return resolve
}
