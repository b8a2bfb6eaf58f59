import { startFakeOpenAi } from '../fakes/fakeOpenAi.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

const model = { providerId: 'fake', modelId: 'parley-large' }
const soon = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const entry = (id: string, more: object = {}) => ({
  id,
  object: 'model',
  created: 1_790_000_000,
  owned_by: 'fake',
  ...more,
})
const seeing = {
  architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
}

const models = [
  entry('parley-large', {
    context_length: 200_000,
    pricing: { prompt: '0.000003', completion: '0.000015' },
    supported_parameters: ['tools', 'reasoning'],
    ...seeing,
  }),
  entry('parley-small'),
  entry('parley-old', { shutdown_date: '2024-01-31' }),
  entry('parley-leaving', { shutdown_date: soon }),
  ...Array.from({ length: 400 }, (_, index) => entry(`crowd-${String(index).padStart(3, '0')}`)),
]

test('a model is found among hundreds by what it can do, with its facts', async ({ start }) => {
  const server = await startFakeOpenAi({ models })
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const { page } = await start({ settings })
  const button = page.getByRole('button', { name: 'Model' })
  await button.click()
  const list = page.getByRole('listbox', { name: 'Models' })
  await expect(list.getByRole('option').first()).toBeVisible()
  // Only rows in view are in the document.
  expect(await list.getByRole('option').count()).toBeLessThan(60)

  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await expect(list.getByRole('option')).toHaveCount(1)
  await expect(page.getByText('Context: 200,000 tokens')).toBeVisible()
  await expect(page.getByText('$3 in, $15 out per million tokens')).toBeVisible()
  await page.getByRole('button', { name: 'Images', exact: true }).click()

  const search = page.getByRole('combobox', { name: 'Search models' })
  await expect(search).toBeFocused()
  await page.keyboard.type('crowd-39')
  await expect(list.getByRole('option')).toHaveCount(10)
  await expect(list.getByRole('option').first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option').nth(1)).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(button).toContainText('crowd-391')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await button.click()
  await expect(list.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await server.close()
})

test('favourites and recent models stand on top, also after a restart', async ({ start }) => {
  const server = await startFakeOpenAi({ models })
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const first = await start({ settings })
  await first.send('Hello')
  await expect(first.last('Assistant')).toContainText('You said')
  await first.page.getByRole('button', { name: 'Model' }).click()
  await first.page.getByRole('combobox', { name: 'Search models' }).fill('crowd-123')
  await first.page.getByRole('button', { name: /Add crowd-123 to favorites/i }).click()
  await expect(
    first.page.getByRole('button', { name: /Remove crowd-123 from favorites/i }),
  ).toBeVisible()
  await first.close()

  const second = await start({ folder: first.folder })
  await second.page.getByRole('button', { name: 'Model' }).click()
  const options = second.page.getByRole('listbox', { name: 'Models' }).getByRole('option')
  await expect(options.nth(0)).toContainText('crowd-123')
  await expect(options.nth(1)).toContainText('parley-large')
  await server.close()
})

test('a retired model is marked and not chosen by mistake, a leaving one warns', async ({
  start,
}) => {
  const server = await startFakeOpenAi({ models })
  const settings = { providers: [providerAt(server.origin)], defaultModel: model }
  const { page } = await start({ settings })
  const button = page.getByRole('button', { name: 'Model' })
  const search = page.getByRole('combobox', { name: 'Search models' })
  await button.click()
  await search.fill('parley-old')
  const option = page.getByRole('option', { name: /parley-old.*Retired/ })
  await expect(page.getByText('Retired on January 31, 2024.')).toBeVisible()
  await option.click()
  const dialog = page.getByRole('dialog', { name: 'parley-old has been retired' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button).toContainText('parley-large')

  await button.click()
  await search.fill('parley-leaving')
  await page.getByRole('option', { name: /parley-leaving.*Retiring soon/ }).click()
  await expect(button).toContainText('parley-leaving')
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/Retires on/))
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Hide this notice' }).click()
  await expect(page.getByText(/Retires on/)).toHaveCount(0)
  await server.close()
})
