import type { Page } from 'playwright'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

async function openLibrary(page: Page) {
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('Prompts')
  await palette.getByRole('option', { name: 'Prompts', exact: true }).first().click()
  return page.getByRole('dialog', { name: 'Prompts', exact: true })
}

test('a prompt is written, kept through a kill, called by a slash, filled in and restored, all by keyboard', async ({
  start,
  server,
}) => {
  const first = await start({ settings: settingsFor(server) })
  const library = await openLibrary(first.page)
  await expect(library.getByText('Your prompts will appear here')).toBeVisible()
  await expectAccessible(first.page)
  await library.getByRole('button', { name: 'New prompt' }).press('Enter')
  await first.page.getByRole('textbox', { name: 'Name' }).fill('Translate')
  await first.page.getByRole('textbox', { name: 'Command' }).fill('tr')
  await first.page.getByRole('textbox', { name: 'Text' }).fill('Translate to {{language}}:')
  // A draft is on disk before it is saved.
  await expect
    .poll(() => first.page.evaluate(() => localStorage.getItem('parley.promptDraft.new')))
    .toContain('{{language}}')
  await first.page.waitForTimeout(1000)
  await first.kill()

  const { page, composer } = await start({ folder: first.folder })
  const list = await openLibrary(page)
  await list.getByRole('button', { name: 'New prompt' }).press('Enter')
  const editor = page.getByRole('dialog', { name: 'New prompt' })
  await expect(editor.getByText('Your unsaved changes are back.')).toBeVisible()
  const text = editor.getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveValue('Translate to {{language}}:')
  await expect(editor.getByText(/^Variables in this text: \W*language\W*$/)).toBeVisible()
  await expectAccessible(page)
  // A paste that is too long is told, and not cut.
  await text.fill('x'.repeat(50_001))
  await expect(editor.getByText('Too long: 50,001 of at most 50,000 characters')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await text.fill('Translate to {{language}}:')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not saved yet. The editor keeps your changes.')).toBeVisible()
  await list.getByRole('button', { name: 'New prompt' }).press('Enter')
  await editor.getByRole('button', { name: 'Save' }).press('Enter')

  await test.step('a saved change keeps the earlier version', async () => {
    await list.getByRole('button', { name: 'Edit Translate' }).press('Enter')
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('Translate to {{language}}, on {{date}}:\n{{clipboard}}\n{{selection}}')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(list.getByRole('button', { name: 'Versions of Translate' })).toBeVisible()
    await expectAccessible(page)
    await list.getByRole('button', { name: 'Close' }).press('Enter')
  })

  await test.step('the slash offers it, and asks for what it needs', async () => {
    await composer.focus()
    await page.keyboard.type('Good morning')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+x')
    await page.keyboard.type('Hello')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('/nothing')
    await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeHidden()
    await page.keyboard.press('Shift+Home')
    await page.keyboard.type('/t')
    const option = page.getByRole('listbox', { name: 'Prompts' }).getByRole('option')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Translate' })
    await expect(form.getByRole('textbox', { name: 'language' })).toBeFocused()
    await expect(form.getByRole('button', { name: 'Insert' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    )
    await expectAccessible(page)
    await page.keyboard.type('Latin')
    // A form that is closed by mistake keeps what was typed.
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(form.getByRole('textbox', { name: 'language' })).toHaveValue('Latin')
    await expect(form.getByText('No text is selected in the chat')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Clipboard' })).toHaveValue('Good morning')
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(composer).toBeFocused()
    await expect(composer).toHaveValue(
      /^Hello\nTranslate to Latin, on \w+ \d+, \d{4}:\nGood morning\n$/,
    )
    // One step back is what was typed.
    await page.keyboard.press('ControlOrMeta+z')
    await expect(composer).toHaveValue('Hello\n/t')
    expect(server.requests.filter(({ path }) => path.includes('completions'))).toHaveLength(0)
  })

  await test.step('a path, and a slash that Escape leaves alone, are sent as they are', async () => {
    await composer.fill('')
    await composer.pressSequentially('/usr/bin')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').getByText('/usr/bin').first()).toBeVisible()
    await composer.pressSequentially('/')
    await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article').getByText('/', { exact: true }).first()).toBeVisible()
  })

  await test.step('the selection is what copying it would give', async () => {
    await page.getByRole('article').getByText('/usr/bin').first().click({ clickCount: 3 })
    await composer.focus()
    await page.keyboard.type('/tr')
    await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeVisible()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Translate' })
    await expect(form.getByRole('textbox', { name: 'Selection' })).toHaveValue('/usr/bin')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await composer.fill('')
  })

  await test.step('a version is compared and restored, and a deletion undone', async () => {
    await openLibrary(page)
    await list.getByRole('button', { name: 'Versions of Translate' }).press('Enter')
    const versions = page.getByRole('dialog', { name: 'Versions of “Translate”' })
    await expect(versions.getByRole('insertion').first()).toContainText('date')
    await expectAccessible(page)
    await versions.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(page.getByText('Version restored')).toBeVisible()
    await expect(list.getByText('Translate to {{language}}:', { exact: true })).toBeVisible()
    await list.getByRole('button', { name: 'Delete Translate' }).press('Enter')
    await expect(list.getByText('Your prompts will appear here')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('a file’s prompts are seen before they are added, and a long list is drawn in parts', async () => {
    const chooser = page.waitForEvent('filechooser')
    await list.getByRole('button', { name: 'Import' }).press('Enter')
    const prompts = [
      { title: 'Hidden', content: 'A\u202eB' },
      'no prompt',
      ...Array.from({ length: 120 }, (_, at) => ({ title: `Prompt ${String(at)}`, content: 'x' })),
    ]
    const buffer = Buffer.from(JSON.stringify(prompts))
    await (await chooser).setFiles({ name: 'a.json', mimeType: 'application/json', buffer })
    const preview = page.getByRole('dialog', { name: 'Import prompts' })
    await expect(preview.getByText('Entry 2: this isn’t a prompt.')).toBeVisible()
    await expect(preview.getByText(/characters that can’t be seen/)).toHaveCount(1)
    await expectAccessible(page)
    await preview.getByRole('button', { name: 'Add 121 prompts' }).press('Enter')
    await expect(list.getByRole('listitem')).toHaveCount(50)
    await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
    await expect(list.getByRole('listitem')).toHaveCount(100)
    await list.getByRole('button', { name: 'Close' }).press('Enter')
    await composer.focus()
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Prompts' })
    await expect(menu.getByRole('option')).toHaveCount(50)
    for (let at = 0; at < 51; at += 1) await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('option', { name: 'Prompt 49' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    // The list leaves with the focus: it never lies over a dialog.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(menu).toBeHidden()
  })
})
