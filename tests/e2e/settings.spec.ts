import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { providerAt, root } from './launch.ts'
import { expectAccessible } from '../expectAccessible.ts'
import { expect, test } from './parley.ts'

test('theme, language and text size change at once and stay', async ({ start }) => {
  const first = await start({ settings: {} })
  const { page } = first
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name: 'Dark' }).click()
  await expect
    .poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    .toBe(true)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar-SA')
  await first.close()

  const second = await start({ folder: first.folder })
  await expect(second.page.locator('html')).toHaveAttribute('dir', 'rtl')
  // Not asked of the page: Playwright gives it a light theme at the start.
  expect(await second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
})

test('a settings file that is not JSON is set aside, reported and replaced', async ({ start }) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  writeFileSync(join(folder, 'settings.json'), '{"theme": "dark", ')
  const { page } = await start({ folder })
  await expect(page.getByText(/settings\.broken-.*\.json/)).toBeVisible()
  const [aside] = readdirSync(folder).filter((name) => name.startsWith('settings.broken-'))
  expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('{"theme": "dark", ')
})

test('everything can be reached with the palette', async ({ start, server }) => {
  const settings = { providers: [providerAt(server.origin)] }
  const { page, composer } = await start({ settings })
  await expect(composer).toBeVisible()
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('parley-small')
  await palette.getByRole('option', { name: /parley-small/ }).click()
  await expect(page.getByRole('button', { name: 'Model' })).toContainText('parley-small')
  await page.keyboard.press('Control+K')
  await palette.getByRole('combobox').fill('shortcuts')
  const shortcuts = palette.getByRole('option', { name: /shortcuts/i }).first()
  await expect(shortcuts).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Keyboard shortcuts' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('a command gets other keys, by keyboard, and names whose they were', async ({ start }) => {
  const hotkeys = { toggle: 'CmdOrCtrl+Shift+D', hold: null, readSelection: null }
  const first = await start({ settings: { dictation: { hotkeys } } })
  const { page, composer, app } = first
  await expect(composer).toBeVisible()
  await page.keyboard.press('Control+/')
  const change = page.getByRole('button', { name: 'Change keys: Rename chat' })
  for (const end of ['Escape', 'Tab']) {
    await change.press('Enter')
    await expect(change).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press(end)
    await expect(change).toHaveAttribute('aria-pressed', 'false')
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
  await change.press('Enter')
  await page.keyboard.press('j')
  await expect(page.getByRole('alert')).toContainText('Parley can’t use these keys')
  await change.press('Enter')
  await page.keyboard.press('Control+Shift+d')
  await expect(page.getByRole('alert')).toContainText('one of the hotkeys')
  await change.press('Enter')
  await page.keyboard.press('Control+c')
  await expect(page.getByRole('alert')).toContainText('Every window uses Ctrl+C already')
  await change.press('Enter')
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('alert')).toContainText('already belongs to “New chat”')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use here instead' }).press('Enter')
  await expect(change).toBeFocused()
  const row = page.getByRole('listitem').filter({ hasText: 'New chat' })
  await expect(row).toContainText('None')
  await page.getByRole('button', { name: 'Change keys: New chat' }).press('Enter')
  await page.keyboard.press('Alt+j')
  await expect(row).toContainText('AltJ')
  const inMenu = (id: string) =>
    app.evaluate(
      ({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.accelerator,
      id,
    )
  await expect.poll(() => inMenu('newChat')).toBe('Alt+J')
  await page.getByRole('button', { name: 'Use the default keys: Rename chat' }).press('Enter')
  await page.getByRole('button', { name: 'Use all default keys' }).press('Enter')
  await expect.poll(() => inMenu('newChat')).toBe('CmdOrCtrl+N')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => inMenu('newChat')).toBe('Alt+J')
  await first.close()
  const second = await start({ folder: first.folder })
  await expect(second.composer).toBeVisible()
  await second.page.keyboard.press('Control+/')
  await expect(second.page.getByRole('tab', { name: 'Keyboard shortcuts' })).toBeVisible()
  await second.page.keyboard.press('Alt+j')
  await expect(second.composer).toBeFocused()
})

test('the window opens where it was', async ({ start }) => {
  const first = await start({ settings: {} })
  await expect(first.composer).toBeVisible()
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 50, width: 900, height: 640 })
  })
  await expect
    .poll(() => readFileSync(join(first.folder, 'settings.json'), 'utf8'))
    .toContain('900')
  await first.close()
  const second = await start({ folder: first.folder })
  await expect(second.composer).toBeVisible()
  const bounds = await second.app.evaluate(({ BrowserWindow }) => {
    return BrowserWindow.getAllWindows()[0]?.getBounds()
  })
  expect(bounds).toMatchObject({ width: 900, height: 640 })
})

test('a second start shows the window of the first and ends', async ({ start }) => {
  const first = await start({ settings: {} })
  await expect(first.composer).toBeVisible()
  const given = [root, `--user-data-dir=${first.folder}`]
  await promisify(execFile)(first.app.process().spawnfile, given)
  await first.send('Still here')
  await expect(first.last('You')).toContainText('Still here')
})
