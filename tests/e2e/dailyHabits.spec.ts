import { expect, settingsFor, test } from './parley.ts'

test('messages are sent with Ctrl+Enter once that is chosen, and the tooltip says so', async ({
  start,
  server,
}) => {
  const { page, composer, last } = await start({ settings: settingsFor(server) })
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('send with ctrl')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await composer.click()
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second')
  await expect(composer).toHaveValue('First\nsecond')
  await page.getByRole('button', { name: 'Send' }).hover()
  await expect(page.locator('kbd', { hasText: 'Ctrl+Enter' })).toBeVisible()
  await composer.click()
  await page.keyboard.press('Control+Enter')
  await expect(last('You')).toContainText('First')
  await expect(last('Assistant')).toContainText(/\w/)
  await expect(composer).toHaveValue('')

  await last('You').hover()
  await last('You').getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.press('Enter')
  await expect(editor).toHaveValue('First\nsecond\n')
  await editor.press('Control+Enter')
  await expect(editor).toHaveCount(0)
})
