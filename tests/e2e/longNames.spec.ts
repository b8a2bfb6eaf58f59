import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright'
import { historyPath } from '../../src/main/storage/paths.ts'
import { fakeModels, startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, settingsFor } from './parley.ts'
import { seedChat } from './seedChat.ts'
import { openPlugins, test } from './weatherPlugin.ts'

const longName = 'Weather'.repeat(14)

/** Returns the place of something that is shown, in pixels of the window. */
async function placeOf(shown: Locator) {
  const box = await shown.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 }
}

test('the button that removes a plugin stays in its row, however long the name', async ({
  start,
  server,
  plugin,
}) => {
  Object.assign(plugin.manifest, { meta: { title: longName, avatar: '🌦️' } })
  const { page } = await start({ settings: settingsFor(server) })
  await page.setViewportSize({ width: 480, height: 700 })
  await openPlugins(page)
  await page.getByRole('button', { name: 'Add plugin' }).click()
  await page.getByRole('textbox', { name: 'Address or command' }).fill(plugin.manifestUrl)
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('group', { name: longName })
  const remove = await placeOf(row.getByRole('button', { name: `Remove ${longName}` }))
  const bounds = await placeOf(row)
  expect(remove.x).toBeGreaterThanOrEqual(bounds.x)
  expect(remove.right).toBeLessThanOrEqual(bounds.right)
})

test('a model with a long name stays beside the button that attaches files', async ({ start }) => {
  const id = `parley-${'x'.repeat(93)}`
  const server = await startFakeOpenAi({ models: [{ ...fakeModels[0], id }] })
  const { page, composer } = await start({
    settings: {
      providers: [providerAt(server.origin)],
      defaultModel: { providerId: 'fake', modelId: id },
    },
  })
  await expect(composer).toBeVisible()
  const form = page.locator('form.composer')
  const model = form.getByRole('button', { name: id })
  for (const width of [1180, 480]) {
    await page.setViewportSize({ width, height: 700 })
    const attach = await placeOf(form.getByRole('button', { name: 'Attach' }))
    await expect
      .poll(async () => (await placeOf(model)).middle, { message: `${String(width)} pixels` })
      .toBeCloseTo(attach.middle, 0)
    expect((await placeOf(model)).right).toBeLessThan((await placeOf(form)).right)
  }
  await server.close()
})

test('a title that only another program writes fits into the list', async ({ start }) => {
  const folder = seedChat('x'.repeat(300), ['Hello', 'With pleasure.'])
  const { page } = await start({ folder, settings: {} })
  const list = page.locator('[data-chat-list]')
  await expect(list.getByText(/^x{100,200}…?$/)).toBeVisible()
  expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})

test('an error in the list of chats is no wider than the list', async ({ start }) => {
  const folder = seedChat('Hills', ['Hello', 'With pleasure.'])
  const history = new DatabaseSync(historyPath(folder))
  history.exec('ALTER TABLE conversation RENAME COLUMN created_at TO spoilt')
  history.close()
  const { page } = await start({ folder, settings: {} })
  const list = page.locator('[data-chat-list]')
  await expect(list.getByRole('alert')).toBeVisible()
  expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})
