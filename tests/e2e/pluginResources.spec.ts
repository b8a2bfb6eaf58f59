import { startNewestServer } from '../fakes/newestServer.ts'
import { installServer } from './installServer.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

test('a resource is attached from the list, and taken anew once it has changed', async ({
  start,
  server,
}) => {
  const mcp = await startNewestServer()
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await installServer(page, mcp.url)
  const attach = page.getByRole('button', { name: 'Attach' })
  await expect(attach).toHaveAttribute('aria-haspopup', 'menu')
  await attach.click()
  await page.getByRole('menuitem', { name: 'Plugin resource…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach a resource' })
  await dialog.getByRole('searchbox', { name: 'Search resources' }).fill('note://one')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /note:\/\/one/ }).click()
  await expect(dialog).toBeHidden()
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toHaveCount(1)
  await expect(files.getByText('From newest')).toBeVisible()

  const changed = page.getByText('“one” has changed at newest')
  await expect(async () => {
    mcp.change('note://one')
    await expect(changed).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Attach again' }).click()
  await expect(changed).toBeHidden()
  await expect(files.getByRole('listitem')).toHaveCount(1)

  await send('What does it say?')
  await expect(last('You').getByText('From newest')).toBeVisible()
  await mcp.close()
})

test('a template asks for its variables by keyboard', async ({ start, server }) => {
  const mcp = await startNewestServer()
  const { page } = await start({ settings: settingsFor(server) })
  await installServer(page, mcp.url)
  const attach = page.getByRole('button', { name: 'Attach' })
  // It becomes a menu once the page knows of the server.
  await expect(attach).toHaveAttribute('aria-haspopup', 'menu')
  await attach.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Files…' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Attach a resource' })
  await dialog.getByRole('button', { name: /Notes by author/ }).press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'author' })).toBeFocused()
  await page.keyboard.type('Ada')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Attached files' }).getByText('Ada')).toBeVisible()
  await mcp.close()
})
