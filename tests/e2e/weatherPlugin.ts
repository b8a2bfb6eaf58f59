import type { Locator, Page } from 'playwright'
import { startFakePlugin, type FakePlugin } from '../fakes/fakePlugin.ts'
import { expect, test as base } from './parley.ts'

/** A test with a plugin's server: its manifest has tools, settings and instructions. */
export const test = base.extend<{ plugin: FakePlugin }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  plugin: async ({}, use) => {
    const plugin = await startFakePlugin()
    Object.assign(plugin.manifest, weather(`${plugin.origin}/api`))
    await use(plugin)
    await plugin.close()
  },
})

/** Returns what a manifest can hold, with the address of its tools. */
export function weather(url: string): Record<string, unknown> {
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

export async function openPlugins(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Plugins', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Plugins', level: 1 })).toBeVisible()
}

/** Opens the sheet of the plugin at an address. */
export async function inspect(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add plugin' }).click()
  await page.getByRole('textbox', { name: 'Address or command' }).fill(url)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog', { name: /^Install Weather/ })).toBeVisible()
}

/** Installs the plugin with all that it asks for. Returns its row, at its settings. */
export async function install(page: Page, plugin: FakePlugin): Promise<Locator> {
  await openPlugins(page)
  await inspect(page, plugin.manifestUrl)
  const dialog = page.getByRole('dialog', { name: /^Install Weather/ })
  await dialog.getByRole('switch', { name: /this computer and your local network/ }).click()
  await dialog.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(dialog).toBeHidden()
  return page.getByRole('group', { name: 'Weather' })
}
