import { startFakeImages, type FakeImages } from '../fakes/fakeImages.ts'
import { expect, expectAccessible, test } from './parley.ts'
import type { Parley } from './launch.ts'

function settings({ baseUrl }: FakeImages): Record<string, unknown> {
  return {
    providers: [{ id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake', baseUrl }],
  }
}

async function openMedia({ page }: Parley): Promise<void> {
  await page.getByRole('button', { name: 'Media', exact: true }).click()
}

test('a picture from a prompt is there again after a kill, and paid for once', async ({
  start,
}) => {
  const images = await startFakeImages()
  const first = await start({ settings: settings(images) })
  const { page, folder } = first
  await openMedia(first)
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'gpt-image-2' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
  await page.getByRole('button', { name: 'Generate' }).click()
  const gallery = page.getByRole('list', { name: 'Gallery' })
  await expect(gallery.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Jobs', exact: true })).toBeHidden()
  first.app.process().kill('SIGKILL')

  const second = await start({ folder })
  await openMedia(second)
  await expect(second.page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
  await expectAccessible(second.page)
  await second.page.getByRole('button', { name: 'Picture: a red fox' }).click()
  const viewer = second.page.getByRole('region', { name: 'Viewer' })
  const picture = viewer.getByRole('img', { name: 'Picture: a red fox' })
  await expect(picture).toHaveJSProperty('naturalWidth', 8)
  await viewer.getByRole('button', { name: 'Details' }).click()
  await expectAccessible(second.page)
  await second.page.keyboard.press('Escape')
  await expect(second.page.getByRole('button', { name: 'Picture: a red fox' })).toBeFocused()
  expect(images.seen).toHaveLength(1)
  await images.close()
})
