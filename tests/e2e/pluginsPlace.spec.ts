import type { Page } from 'playwright'
import { startFakePlugin } from '../fakes/fakePlugin.ts'
import type { FakePlugin } from '../fakes/fakePlugin.ts'
import { expect, expectAccessible, settingsFor, test as base } from './parley.ts'

const test = base.extend<{ plugin: FakePlugin }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  plugin: async ({}, use) => {
    const plugin = await startFakePlugin()
    Object.assign(plugin.manifest, weather(`${plugin.origin}/api`))
    await use(plugin)
    await plugin.close()
  },
})

/** What a manifest can hold, with the address of its tools. */
function weather(url: string): Record<string, unknown> {
  return {
    author: 'Meteo',
    meta: { title: 'Weather', description: 'Tells the weather of a city.', avatar: '🌦️' },
    systemRole: 'Name the city in each answer.\u200b',
    settings: {
      type: 'object',
      required: ['API_KEY'],
      properties: {
        API_KEY: { type: 'string', format: 'password', title: 'API key' },
        units: { type: 'string', enum: ['metric', 'imperial'], title: 'Units' },
      },
    },
    api: [
      {
        name: 'current',
        description: 'Returns the weather of a city.',
        url,
        parameters: {
          type: 'object',
          required: ['city'],
          properties: {
            city: { type: 'string', description: 'The name of the city.' },
            days: { type: 'integer', minimum: 1, maximum: 7 },
            hourly: { type: 'boolean' },
          },
        },
      },
      {
        name: 'report',
        description: 'Sends a report to the station.',
        url,
        parameters: { type: 'object', properties: { text: { type: 'string' } } },
      },
    ],
  }
}

async function openPlugins(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plugins', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Plugins', level: 1 })).toBeVisible()
}

/** Opens the sheet of the plugin at an address. */
async function inspect(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add plugin' }).click()
  await page.getByRole('textbox', { name: 'Address or command' }).fill(url)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog', { name: /^Install Weather/ })).toBeVisible()
}

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
