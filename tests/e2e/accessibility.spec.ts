import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, model, test } from './parley.ts'

const answer =
  '## Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n\n- [x] done\n\n> quote'

test('every screen is accessible in light, from right to left', async ({ start, server }) => {
  server.behave({ kind: 'answer', text: answer, reasoning: 'Hm.' })
  const settings = { language: 'ar-SA', providers: [providerAt(server.origin)] }
  const { page } = await start({ settings: { ...settings, defaultModel: model } })
  await page.emulateMedia({ colorScheme: 'light' })
  const composer = page.locator('textarea').first()
  await expect(composer).toBeVisible()
  await expectAccessible(page)

  await composer.fill('Show me')
  await composer.press('Enter')
  await expect(page.getByRole('article').last()).toContainText('quote')
  await expect(page.getByRole('article').last()).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page)

  server.behave({ kind: 'status', status: 401, body: { error: { message: 'No' } } })
  await composer.fill('Fail')
  await composer.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.locator('nav [data-command=openKnowledge]').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Control+,')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    // For one frame the old panel is shown beside the new one.
    await expect(page.getByRole('tabpanel')).toHaveCount(1)
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await expectAccessible(page)
  }
})

test('the first start is accessible', async ({ start }) => {
  const { page, composer } = await start({ settings: {} })
  await expect(composer).toBeVisible()
  await expectAccessible(page)
})

test('the screen for a history that can not be opened is accessible', async ({ start }) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  writeFileSync(join(folder, 'history.sqlite'), 'nothing of a database')
  const { page } = await start({ folder })
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('a whole conversation can be had with the keyboard alone', async ({ open }) => {
  const { page, composer, last } = await open()
  await expect(composer).toBeFocused()
  await page.keyboard.type('No mouse')
  await page.keyboard.press('Enter')
  await expect(last('Assistant')).toContainText('You said: No mouse')
  await expect(composer).toBeFocused()
  await page.keyboard.press('Control+N')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(composer).toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('No mouse')
  await expect(page.getByRole('option', { name: /No mouse/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(last('You')).toContainText('No mouse')
})

test('the focus is seen with forced colours, also in the composer', async ({ open }) => {
  const { page, composer } = await open()
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(composer).toBeFocused()
  const outlineOf = (selector: string): Promise<string> =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outlineOf('.composer')).toBe('solid')
  await page.keyboard.press('Tab')
  expect(await outlineOf('.composer')).toBe('none')
  expect(await outlineOf(':focus')).toBe('solid')
  await page.emulateMedia({ forcedColors: null })
})
