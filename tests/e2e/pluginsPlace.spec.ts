import { join } from 'node:path'
import { root } from './launch.ts'
import { expect, expectAccessible, settingsFor } from './parley.ts'
import { inspect, install, openPlugins, test } from './weatherPlugin.ts'

test('a plugin is installed from its address, after all that it may do was shown', async ({
  start,
  server,
  plugin,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openPlugins(page)
  await expectAccessible(page)
  await inspect(page, plugin.manifestUrl)
  const dialog = page.getByRole('dialog', { name: /^Install Weather/ })
  await expectAccessible(page)
  await expect(dialog).toContainText('Name the city in each answer.⟨U+200B⟩')
  await expect(dialog).toContainText(`127.0.0.1:${plugin.port}`)
  // A key pressed too early installs nothing.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('switch', { name: 'report' }).click()
  await dialog.getByRole('switch', { name: /this computer and your local network/ }).click()
  await dialog.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('group', { name: 'Weather' })
  await expect(row.getByRole('button', { name: 'Weather', exact: true })).toBeFocused()
  await expect(row.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  expect(plugin.calls()).toEqual([])
})

test('the tester shows the request, sends it, and does so again from the log', async ({
  start,
  server,
  plugin,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  const row = await install(page, plugin)
  await row.getByRole('textbox', { name: 'API key' }).fill('sk-weather-1234')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('Saved', { exact: true })).toBeVisible()
  await expect(row.getByRole('textbox', { name: 'API key' })).toHaveValue('')
  await row.getByRole('tab', { name: 'Tools' }).click()
  await row.getByRole('button', { name: 'Try current' }).click()
  await row.getByRole('button', { name: 'Show request' }).click()
  await expect(row.getByText('This field is required.')).toBeVisible()
  await row.getByRole('textbox', { name: 'city' }).fill('Paris')
  await row.getByRole('textbox', { name: 'days' }).fill('three')
  await row.getByRole('button', { name: 'Show request' }).click()
  await expect(row.getByText('Enter a whole number.')).toBeVisible()
  await row.getByRole('textbox', { name: 'days' }).fill('3')
  await row.getByRole('button', { name: 'Show request' }).click()
  const request = row.getByRole('region', { name: 'Request' })
  await expect(request).toContainText(`POST ${plugin.origin}/api`)
  await expect(request).toContainText('{"city":"Paris","days":3}')
  await expect(request).not.toContainText('sk-weather')
  await expectAccessible(page)
  expect(plugin.calls()).toEqual([])
  await row.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(row.getByRole('region', { name: 'Result' })).toContainText('It rains')
  expect(plugin.calls()).toHaveLength(1)

  await page.getByRole('tab', { name: 'Activity' }).click()
  const entry = page.getByRole('list', { name: 'Log' }).getByRole('listitem')
  await expect(entry).toContainText('Weather · current')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Run again' }).click()
  await expect(row.getByRole('textbox', { name: 'city' })).toHaveValue('Paris')
  await expect(row.getByRole('textbox', { name: 'days' })).toHaveValue('3')
})

test('a plugin is off in a new chat before its first message, and gone after it was removed', async ({
  start,
  server,
  plugin,
}) => {
  delete plugin.manifest['settings']
  const { page, send, last } = await start({ settings: settingsFor(server) })
  const row = await install(page, plugin)
  await page.getByRole('button', { name: 'Chats', exact: true }).click()
  const tools = page.getByRole('button', { name: 'Tools', exact: true })
  await tools.click()
  const popover = page.getByRole('dialog', { name: 'Tools' })
  await expect(popover.getByRole('switch', { name: 'Weather' })).toBeChecked()
  await expectAccessible(page)
  await popover.getByRole('switch', { name: 'Weather' }).click()
  await expect(popover).toContainText('0 tokens')
  await page.keyboard.press('Escape')
  await send('No tools')
  await expect(last('Assistant')).toContainText('No tools')
  await tools.click()
  await expect(popover.getByRole('switch', { name: 'Weather' })).not.toBeChecked()
  await popover.getByRole('button', { name: 'Manage plugins' }).click()

  await row.getByRole('button', { name: 'Weather', exact: true }).click()
  await row.getByRole('button', { name: 'Remove Weather' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('switch', { name: 'Enabled' })).toBeChecked()

  const installed = (): Promise<unknown> =>
    page.evaluate(() => window.bridge.call('plugins.list', {}))
  await row.getByRole('button', { name: 'Weather', exact: true }).click()
  await row.getByRole('button', { name: 'Remove Weather' }).click()
  await expect(row).toBeHidden()
  // It is off at once, and gone after ten seconds or at the next start of the page.
  expect(await installed()).toMatchObject({ value: [{ id: 'weather', enabled: false }] })
  await page.reload()
  await expect.poll(installed).toMatchObject({ value: [] })
})

test('a server on this computer is read about, run, asks something, and is stopped', async ({
  start,
  server,
}) => {
  const program = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
  const { page } = await start({ settings: settingsFor(server) })
  await openPlugins(page)
  await page.getByRole('button', { name: 'Add plugin' }).click()
  await page
    .getByRole('textbox', { name: 'Address or command' })
    .fill(`"${process.execPath}" "${program}" stdio`)
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: /^Install/ })
  await expect(dialog).toContainText(`${program} stdio`)
  await expect(dialog.getByRole('term').filter({ hasText: /^Command$/ })).toBeVisible()
  await expectAccessible(page)
  const folder = dialog.getByRole('textbox', { name: 'Another folder' })
  if (await folder.isVisible()) {
    // The server's packages lie beside it.
    await folder.fill(join(root, 'node_modules'))
    await folder.press('Enter')
    await expect(dialog.getByRole('combobox', { name: /node_modules$/ })).toHaveText('Read')
  }
  const isFree = await dialog.getByText('with all your rights').isVisible()
  if (!isFree) await expect(dialog).toContainText('It can read its own files')
  await dialog.getByRole('button', { name: 'Install', exact: true }).click()
  const question = page.getByRole('dialog', { name: /without a sandbox/ })
  if (isFree) {
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Run without sandbox' }).click()
  }
  await expect(dialog).toBeHidden()
  const status = page.getByRole('region', { name: 'Server' })
  // It names its tools, and so it was started.
  await expect(status).toContainText('Running')
  await status.getByRole('button', { name: 'Stop' }).click()
  await expect(status).toContainText('You stopped it.')
  await status.getByRole('button', { name: 'Start now' }).click()
  await expect(status).toContainText('Running')
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page
    .getByRole('button', { name: /^Try .*elicitation.*request/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Show request' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Show question' }).click()
  await page.getByRole('button', { name: 'Don’t answer' }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(/declined/i)
})

test('everything is reached by keyboard alone: search, read, install, remove, undo', async ({
  start,
  server,
  plugin,
}) => {
  delete plugin.manifest['settings']
  const { page, composer } = await start({ settings: settingsFor(server) })
  await expect(composer).toBeFocused()
  await page.keyboard.press('Control+K')
  await expect(
    page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox'),
  ).toBeFocused()
  await page.keyboard.type('Add plugin')
  await expect(page.getByRole('option').first()).toContainText('Add plugin')
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Search marketplace' }).focus()
  await page.keyboard.type('weather')
  const options = page.getByRole('listbox', { name: 'Marketplace' }).getByRole('option')
  await expect(options.first()).toContainText('Weather')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toBeFocused()

  await page.getByRole('textbox', { name: 'Address or command' }).focus()
  await page.keyboard.type(plugin.manifestUrl)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Install Weather/ })
  await expect(dialog.getByRole('group', { name: 'What this plugin may do' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('textbox', { name: 'Address or command' }).press('Enter')
  await dialog.getByRole('button', { name: 'Install', exact: true }).focus()
  await page.keyboard.press('Enter')
  const row = page.getByRole('button', { name: 'Weather', exact: true })
  await expect(row).toBeFocused()
  await page.getByRole('button', { name: 'Remove Weather' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add plugin' })).toBeFocused()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row).toBeVisible()
})

test('in Arabic and in a narrow window every part is accessible and none is cut', async ({
  start,
  server,
  plugin,
}) => {
  const { page } = await start({ settings: settingsFor(server, { language: 'ar-SA' }) })
  await page.setViewportSize({ width: 480, height: 700 })
  await page.getByRole('button', { name: 'الإضافات', exact: true }).click()
  const noneIsCut = async (): Promise<void> => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)
    await expectAccessible(page)
  }
  await noneIsCut()
  await page.getByRole('tab', { name: 'المتجر' }).click()
  await noneIsCut()
  // A description that is too long ends with dots, for which there is room at its end.
  const descriptions = page.locator('[data-market-option] .line-clamp-2')
  await expect(descriptions.first()).toBeVisible()
  const withoutDots = await descriptions.evaluateAll((elements) =>
    elements
      .filter((one) => {
        const room = Number.parseFloat(getComputedStyle(one).paddingInlineEnd)
        return one.scrollWidth - one.clientWidth > room
      })
      .map((one) => one.textContent),
  )
  expect(withoutDots).toEqual([])
  await page.getByRole('textbox', { name: 'عنوان أو أمر' }).fill(plugin.manifestUrl)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Weather')
  await noneIsCut()
  await dialog.getByRole('button', { name: 'تثبيت', exact: true }).click()
  await expect(dialog).toBeHidden()
  for (const tab of ['الأدوات', 'الأذونات', 'الإعدادات', 'السجل']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await noneIsCut()
  }
})

test('of another client’s file each server is read about for itself, and none is installed', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: settingsFor(server) })
  await openPlugins(page)
  await page.getByRole('button', { name: 'Add plugin' }).click()
  const file = {
    mcpServers: {
      memory: { command: 'node', args: ['memory.js'] },
      files: { command: 'node', args: ['files.js', '/home'] },
    },
  }
  await page.getByRole('textbox', { name: 'Address or command' }).fill(JSON.stringify(file))
  await page.getByRole('button', { name: 'Continue' }).click()
  const list = page.getByRole('list', { name: 'Servers in this file' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: 'Review files' }).click()
  await expect(page.getByRole('dialog', { name: /^Install/ })).toContainText('files.js /home')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'Installed' }).click()
  await expect(page.getByText('The plugins you add will appear here')).toBeVisible()
})
