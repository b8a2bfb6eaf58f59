import { decodePng } from '../fakes/pngPixels.ts'
import { pictureFrame } from '../fakes/comfyFrames.ts'
import { startFakeComfy } from '../fakes/fakeComfy.ts'
import { flatPng, startFakeImages, type FakeImages } from '../fakes/fakeImages.ts'
import { pictureBomb } from '../fakes/pictureBomb.ts'
import { smallPictures } from '../fakes/smallPictures.ts'
import { plain } from '../main/media/comfy/testWorkflow.ts'
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
  await first.kill()

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

test('a picture is edited with a mask, whose strokes can still be undone after a kill', async ({
  start,
}) => {
  const images = await startFakeImages()
  const first = await start({ settings: settings(images) })
  const { page, folder } = first
  await openMedia(first)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Picture: a red fox' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Draw mask' }).click()
  const mask = page.getByRole('application', { name: 'Mask' })
  await mask.getByRole('group', { name: 'Drawing area' }).press('Space')
  await mask.getByRole('button', { name: 'Invert' }).click()
  await mask.getByRole('button', { name: 'Enlarge the picture' }).click()
  await mask.getByRole('textbox', { name: 'Right' }).fill('8')
  await mask.getByRole('textbox', { name: 'Right' }).press('Enter')
  await mask.getByRole('button', { name: 'Use mask' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a blue fox')
  await page.getByRole('button', { name: 'Generate' }).click()
  // The viewer goes on to the result.
  await expect(page.getByRole('img', { name: 'Picture: a blue fox' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous version' })).toBeEnabled()
  expect(images.seen.map(({ path }) => path)).toEqual([
    '/v1/images/generations',
    '/v1/images/edits',
  ])
  const [sent, drawn] = ['image', 'mask'].map((field) =>
    decodePng(
      images.seen[1]?.files.find((file) => file.field.startsWith(field))?.bytes ?? Buffer.alloc(0),
    ),
  )
  // The service makes steps of 16 pixels.
  expect(await drawn).toMatchObject({ width: 16, height: 16 })
  const { width, height, data } = await sent!
  expect([width, height]).toEqual([16, 16])
  for (let row = 0; row < 8; row += 1) {
    const own = data.subarray(row * width * 4, (row * width + 8) * 4)
    expect([...own]).toEqual(Array(8).fill([200, 30, 30, 255]).flat())
  }
  await first.kill()

  const second = await start({ folder })
  await openMedia(second)
  await second.page.getByRole('button', { name: 'Picture: a red fox', exact: true }).click()
  await second.page.getByRole('button', { name: 'Edit', exact: true }).click()
  await second.page.getByRole('button', { name: 'Draw mask' }).click()
  const undo = second.page.getByRole('button', { name: 'Undo' })
  for (let step = 0; step < 3; step += 1) await undo.click()
  await expect(undo).toBeDisabled()
  await expect(second.page.getByRole('button', { name: 'Redo' })).toBeEnabled()
  await images.close()
})

test('a picture of 2,500 megapixels is refused in the form, and another one is taken', async ({
  start,
}) => {
  const images = await startFakeImages()
  const parley = await start({ settings: settings(images) })
  const { page } = parley
  await openMedia(parley)
  const pictures = page.getByRole('group', { name: 'Picture', exact: true })
  const choose = (name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> =>
    pictures.locator('input').setInputFiles({ name, mimeType, buffer })
  await choose('film.mp4', Buffer.alloc(9), 'video/mp4')
  await expect(pictures.getByRole('alert')).toHaveText('The model can’t use these files.')
  await choose('bomb.png', pictureBomb())
  await expect(pictures.getByRole('alert')).toContainText(
    'The picture “bomb.png” has too many pixels.',
  )
  await expectAccessible(page)
  await expect(pictures.getByRole('img')).toHaveCount(0)
  await choose('fox.png', Buffer.from(await flatPng(8, 8, [1, 2, 3, 255])))
  await expect(pictures.getByRole('img', { name: 'fox.png' })).toHaveJSProperty('naturalWidth', 8)
  await expect(pictures.getByRole('alert')).toHaveCount(0)
  await images.close()
})

test('what ComfyUI paints is shown at its job until the picture is done', async ({ start }) => {
  const comfy = await startFakeComfy(await flatPng(64, 64, [20, 90, 200, 255]), { finishes: false })
  const parley = await start({ settings: {}, env: { COMFYUI_ADDRESS: comfy.origin } })
  const { page } = parley
  await openMedia(parley)
  await page
    .getByLabel('Import ComfyUI workflow')
    .first()
    .setInputFiles({
      ...{ name: 'Painter.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify(plain())),
    })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a blue fox')
  await page.getByRole('button', { name: 'Generate' }).click()
  const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
  await expect(jobs).toContainText('Painter')
  await expect.poll(() => comfy.taken.length).toBe(1)
  comfy.show(pictureFrame(smallPictures['image/jpeg'] ?? Buffer.alloc(0)))
  const unfinished = jobs.getByRole('img', { name: 'Unfinished picture' })
  await expect(unfinished).toHaveJSProperty('naturalWidth', 37)
  await expectAccessible(page)
  comfy.show(pictureFrame(await flatPng(16, 16, [20, 90, 200, 255])))
  await expect(unfinished).toHaveJSProperty('naturalWidth', 16)
  comfy.finish('error')
  await expect(jobs.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Jobs: 1 failed' })).toBeVisible()
  await expect(unfinished).toHaveCount(0)
  await comfy.close()
})
