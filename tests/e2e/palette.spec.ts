import type { Locator, Page } from 'playwright'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'

const paletteOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Search and commands' })

/** Opens the palette by its keys, types, and waits for a result. */
async function search(page: Page, query: string): Promise<Locator> {
  await expect(page.locator('nav').first()).toBeVisible()
  await page.keyboard.press('Control+K')
  const palette = paletteOf(page)
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(query)
  await expect(palette.getByRole('option').first()).toBeVisible()
  return palette.getByRole('option').first()
}

/** Tells whether the element is on top at its middle. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return node.contains(top) || top?.contains(node) === true
  })
}

test('a setting is found by its name and by its values, which Enter sets', async ({ start }) => {
  const { page } = await start({ settings: {} })
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await expect(await search(page, 'dark')).toContainText('Theme: Dark')
  await page.keyboard.press('Enter')
  await expect.poll(isDark).toBe(true)
  await expect(paletteOf(page)).toHaveCount(0)
  await search(page, 'theme')
  const options = paletteOf(page).getByRole('option')
  await expect(options.filter({ hasText: 'Theme: ' })).toHaveCount(3)
  await expect(options.filter({ hasText: 'Theme: Dark' })).toContainText(/Dark/)
  await expect(
    options.filter({ hasText: 'Theme: Dark' }).getByRole('img', { name: 'Current' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await expect(await search(page, 'text size 18')).toContainText('Text size: 18 px')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveCSS('font-size', '18px')
})

test('a language is found by its own name, in English and in that of the interface', async ({
  start,
}) => {
  const { page } = await start({ settings: {} })
  await expect(await search(page, 'german')).toContainText('Language: Deutsch')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE')
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Suche und Befehle' })
  await palette.getByRole('combobox').fill('arabisch')
  await expect(palette.getByRole('option').first()).toContainText('العربية')
  await palette.getByRole('combobox').fill('简体中文')
  await expect(palette.getByRole('option').first()).toContainText('Sprache: 简体中文')
  await palette.getByRole('combobox').fill('simplified chinese')
  await expect(palette.getByRole('option').first()).toContainText('Sprache: 简体中文')
  await palette.getByRole('combobox').fill('العربية')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('a setting without simple values is opened, with the focus on its control', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  const focused = page.locator(':focus')
  await expect(await search(page, 'microphone')).toContainText('Microphone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Microphone' })).toBeFocused()
  await search(page, 'hold to talk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Choose keys: Hold to talk' })).toBeFocused()
  await search(page, 'fake request headers')
  await page.keyboard.press('Enter')
  const card = page.getByRole('group', { name: 'Fake', exact: true })
  await expect(card.getByRole('button', { name: 'Add header' })).toBeFocused()
  await search(page, 'fake api key')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('textbox', { name: 'API key' })).toBeFocused()
  // The same again, from the same place.
  await card.getByRole('button', { name: 'Check' }).focus()
  await search(page, 'fake api key')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('textbox', { name: 'API key' })).toBeFocused()
  await search(page, 'your data')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName('Show data folder')
  await search(page, 'turn off fake')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Providers' }).click()
  await expect(card.getByRole('switch', { name: 'Enabled' })).not.toBeChecked()
})

const popups: [name: string, open: (page: Page) => Promise<Locator>][] = [
  [
    'the list of models',
    async (page) => {
      await page.getByRole('button', { name: 'Model' }).click()
      return page.getByRole('listbox', { name: 'Models' })
    },
  ],
  [
    'a menu',
    async (page) => {
      await page.getByRole('button', { name: 'Chat options' }).first().click()
      return page.getByRole('menu')
    },
  ],
  [
    'a list of values',
    async (page) => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByRole('combobox', { name: 'Theme' }).click()
      return page.getByRole('option', { name: 'Light', exact: true })
    },
  ],
  [
    'a list that is searched',
    async (page) => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      await page.getByRole('tab', { name: 'Providers' }).click()
      await page.getByRole('button', { name: 'Add provider' }).click()
      return page.getByRole('listbox', { name: 'Services' })
    },
  ],
]

for (const [name, openPopup] of popups) {
  test(`the palette comes in the place of ${name}, and has the focus`, async ({ open }) => {
    const { page, send, last } = await open()
    await send('Hello')
    await expect(last('Assistant')).toContainText('You said')
    const popup = await openPopup(page)
    await expect(popup).toBeVisible()
    await page.keyboard.press('Control+K')
    const input = paletteOf(page).getByRole('combobox')
    await expect(input).toBeFocused()
    await expect(popup).toHaveCount(0)
    expect(await isOnTop(input)).toBe(true)
    await page.keyboard.type('dark')
    await expect(input).toHaveValue('dark')
    await page.keyboard.press('Escape')
    await expect(paletteOf(page)).toHaveCount(0)

    // A closing popup gives the focus back only after it has faded out.
    await (await openPopup(page)).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+K')
    await page.keyboard.type('dark')
    await expect(popup).toHaveCount(0)
    await expect(input).toBeFocused()
    await expect(input).toHaveValue('dark')
  })
}

test('the palette lies over a dialog, and leaves it only for something else', async ({
  start,
  server,
}) => {
  const { page } = await start({ settings: { providers: [providerAt(server.origin)] } })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('combobox', { name: 'Search services' }).fill('OpenAI-compatible')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add OpenAI-compatible' })
  const address = dialog.getByRole('textbox', { name: 'Base URL' })
  await address.fill('https://api.example.com/v1')
  await search(page, 'dark')
  expect(await isOnTop(paletteOf(page).getByRole('combobox'))).toBe(true)
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue('https://api.example.com/v1')
  await expect(address).toBeFocused()
  await search(page, 'new chat')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('the palette and the find bar, the drawer and a toast do not hinder each other', async ({
  start,
  server,
}) => {
  const { page, send, last } = await start({ settings: settingsFor(server) })
  await send('Hello')
  await expect(last('Assistant')).toContainText('You said')
  await page.keyboard.press('Control+F')
  const find = page.getByLabel('Find in chat').first()
  await expect(find).toBeFocused()
  await search(page, 'dark')
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toHaveCount(0)
  await expect(find).toBeFocused()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 560, height: 640 })
  await page.keyboard.press('Control+B')
  const drawer = page.getByRole('dialog', { name: 'Chats' })
  await expect(drawer).toBeVisible()
  await search(page, 'dark')
  await expect(drawer).toHaveCount(0)
  await expect(paletteOf(page).getByRole('combobox')).toBeFocused()
})

test('in the list of services the exact name comes first', async ({ start }) => {
  const { page } = await start({ settings: {} })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Providers' }).click()
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('combobox', { name: 'Search services' }).fill('openai')
  const options = page.getByRole('listbox', { name: 'Services' }).getByRole('option')
  await expect(options.first()).toHaveAccessibleName('OpenAI')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'OpenAI', exact: true })).toBeVisible()
})
