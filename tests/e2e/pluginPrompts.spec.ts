import { startNewestServer } from '../fakes/newestServer.ts'
import { installServer } from './installServer.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

test('a prompt is found, filled in and sent by keyboard alone', async ({ start, server }) => {
  const mcp = await startNewestServer()
  const { page } = await start({ settings: settingsFor(server) })
  await installServer(page, mcp.url)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.focus()

  await page.keyboard.type('/gre')
  const list = page.getByRole('listbox', { name: 'Prompts' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await expect(list.getByRole('option', { name: /Greeting.*from newest/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue('/gre')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('/')
  await expect(list.getByRole('option')).toHaveCount(2)
  await page.keyboard.type('greet')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Greeting' })
  await expect(dialog.getByText(`What you enter goes to ${new URL(mcp.url).host}.`)).toBeVisible()
  const name = dialog.getByRole('combobox', { name: 'name' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await page.keyboard.type('A')
  await expect(dialog.getByText('This field is required.')).toBeHidden()
  await expect(dialog.locator('datalist option')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 suggestions')).toBeVisible()
  await expect(name).toBeFocused()
  const proposed = dialog.locator('datalist option')
  await expect
    .poll(() => proposed.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)))
    .toEqual(['Ada', 'Alan'])
  await expectAccessible(page)
  await page.keyboard.type('da')
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(field).toHaveValue('Greet Ada')
  await expect(field).toBeFocused()
  // Nothing is sent before the user says so.
  expect(server.requests.filter(({ path }) => path.includes('completions'))).toHaveLength(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('Greet Ada').first()).toBeVisible()
  await mcp.close()
})

test('pictures and resources of a prompt are attached with their origin', async ({
  start,
  server,
}) => {
  const mcp = await startNewestServer()
  const { page } = await start({ settings: settingsFor(server) })
  await installServer(page, mcp.url)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('/report')
  await page.getByRole('option', { name: /Weekly report/ }).click()
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files.getByText('week.md')).toBeVisible()
  await expect(files.getByText('From newest')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Sum this up.')
  await mcp.close()
})

test('a prompt that comes late goes into no other chat', async ({ start, server }) => {
  const held = Promise.withResolvers<boolean>()
  const isAsked = Promise.withResolvers<undefined>()
  const mcp = await startNewestServer(({ headers }) => {
    if (headers['mcp-method'] !== 'prompts/get') return true
    isAsked.resolve(undefined)
    return held.promise
  })
  const { page, composer, send, last } = await start({ settings: settingsFor(server) })
  await installServer(page, mcp.url)
  await send('A chat of its own')
  await expect(last('Assistant')).toHaveAttribute('aria-busy', 'false')
  await composer.focus()
  await page.keyboard.type('/report')
  await expect(page.getByRole('option', { name: /Weekly report/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await isAsked.promise
  await page.keyboard.press('ControlOrMeta+n')
  await expect(page.getByRole('article')).toHaveCount(0)
  await composer.fill('Another draft')
  held.resolve(true)
  await page.waitForTimeout(1000)
  await expect(composer).toHaveValue('Another draft')
  await mcp.close()
})

test('a slash that begins no prompt is a text like any other', async ({ start, server }) => {
  const mcp = await startNewestServer()
  const { page } = await start({ settings: settingsFor(server) })
  await installServer(page, mcp.url)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.focus()
  await page.keyboard.type('/')
  await expect(page.getByRole('option')).toHaveCount(2)
  await page.keyboard.type('etc/hosts')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('/etc/hosts').first()).toBeVisible()
  await mcp.close()
})
