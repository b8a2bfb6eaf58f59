import type { Page } from 'playwright'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' })
const resultsOf = (page: Page) => page.getByRole('list', { name: 'Matching settings' })

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(fieldOf(page)).toBeVisible()
}

test('a setting is found by its name or a value, and Enter leads to it', async ({ start }) => {
  const { page } = await start({ settings: { theme: 'dark' } })
  await openSettings(page)
  await page.getByRole('tab', { name: 'About' }).click()
  await page.keyboard.press('Control+F')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.type('dark')
  await expect(resultsOf(page).getByRole('listitem')).toHaveText(['ThemeGeneralDark'])
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'General', selected: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeFocused()
  await expect(fieldOf(page)).toHaveValue('')

  // The select that had the focus keeps its closed list in the page.
  await page.keyboard.press('Control+F')
  await page.keyboard.type('theme')
  await page.keyboard.press('ArrowDown')
  await expect(resultsOf(page).getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toBeFocused()
  await expect(fieldOf(page)).toHaveValue('')
  await page.keyboard.type('hold to talk')
  await resultsOf(page).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Choose keys: Hold to talk' })).toBeFocused()
})

test('what a provider has is found, and its row opens', async ({ start, server }) => {
  const workshop = { ...providerAt(server.origin), name: 'Workshop' }
  const other = { ...providerAt(server.origin), id: 'other', name: 'Other' }
  const { page } = await start({ settings: { providers: [workshop, other] } })
  await openSettings(page)
  await fieldOf(page).fill('workshop')
  const result = resultsOf(page).getByRole('button', { name: 'Workshop: Base URL' })
  await expect(result).toContainText(server.origin)
  await result.click()
  const card = page.getByRole('group', { name: 'Workshop', exact: true })
  await expect(card.getByRole('textbox', { name: 'Base URL' })).toBeFocused()
  await fieldOf(page).fill('other enabled')
  await page.keyboard.press('Enter')
  const switchOfOther = page.getByRole('group', { name: 'Other' }).getByRole('switch')
  await expect(switchOfOther).toBeFocused()
})

test('results are gone through by the keyboard, and Escape goes back', async ({ start }) => {
  const { page } = await start({ settings: {} })
  await page.setViewportSize({ width: 480, height: 700 })
  await openSettings(page)
  await fieldOf(page).fill('language')
  const results = resultsOf(page).getByRole('button')
  await expect(results.first()).toContainText('Language')
  await page.keyboard.press('ArrowDown')
  await expect(results.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(fieldOf(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(fieldOf(page)).toBeFocused()
  await expect(fieldOf(page)).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeVisible()

  await page.keyboard.type('xyzzy')
  await expect(page.getByText('No setting matches “xyzzy”.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Theme' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(fieldOf(page)).toBeFocused()
  await fieldOf(page).fill('keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Keyboard shortcuts', selected: true })).toBeFocused()
  await fieldOf(page).fill('theme')
  await page.getByRole('tab', { name: 'Keyboard shortcuts' }).click()
  await expect(fieldOf(page)).toHaveValue('')
  await expect(resultsOf(page)).toHaveCount(0)
})
