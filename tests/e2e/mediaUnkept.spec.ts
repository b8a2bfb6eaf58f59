import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { encodePicture } from '../fakes/encodePicture.ts'
import { falEditSchema } from '../fakes/falEditSchema.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { smallPictures } from '../fakes/smallPictures.ts'
import { strangePictures } from '../fakes/strangePictures.ts'
import { photoPixels, softMask } from '../main/pictures/pixels/testPictures.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

test('a file whose rest can not be kept is told before paying, and becomes a PNG', async ({
  start,
}) => {
  const sizes = { small: { width: 37, height: 23 }, inks: { width: 16, height: 16 } }
  const pictures = [
    { name: 'moon.gif', bytes: smallPictures['image/gif'], size: sizes.small },
    { name: 'moon.avif', bytes: smallPictures['image/avif'], size: sizes.small },
    { name: 'moon.webp', bytes: strangePictures['two frames']?.bytes, size: sizes.small },
    { name: 'moon.jpg', bytes: strangePictures['four inks']?.bytes, size: sizes.inks },
  ]
  const fal = await startFakeFal({
    schema: falEditSchema,
    result(response, job) {
      const { size = sizes.small } = pictures[fal.jobs.indexOf(job)] ?? {}
      void encodePicture(photoPixels(2, size), 'image/webp').then((bytes) => {
        const url = `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
        sendJson(response, 200, { images: [{ url }] })
      })
      return true
    },
  })
  try {
    const { page } = await start({
      settings: { ...falSettings(fal), media: { ...defaultMediaPreferences, askAbove: null } },
    })
    await saveFalKey(page)
    await generateAtFal(page, 'a red hat')
    const send = page.getByRole('button', { name: 'Generate' })
    const field = page.getByRole('group', { name: 'Picture', exact: true })
    const masks = page.getByRole('group', { name: 'Mask', exact: true })
    const made = page.getByRole('button', { name: 'Picture: a red hat' })
    for (const [index, { name, bytes = Buffer.alloc(0), size }] of pictures.entries()) {
      const mimeType = ''
      await field.locator('input').setInputFiles({ name, mimeType, buffer: bytes })
      const mask = Buffer.from(await softMask(size))
      await masks
        .locator('input')
        .setInputFiles({ name: 'mask.png', mimeType: 'image/png', buffer: mask })
      await expect(send).toBeEnabled()
      await send.click()
      await expect(field.getByRole('alert')).toContainText('can’t be kept exactly')
      expect(fal.billed).toBe(index)
      if (index === 0) await page.screenshot({ path: test.info().outputPath('told.png') })
      const convert = field.getByRole('button', { name: 'Convert to PNG' })
      await expect(convert).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(field.getByRole('img', { name: 'moon.png' })).toBeVisible()
      await send.click()
      await expect(made).toHaveCount((index + 1) * 2)
    }
  } finally {
    await fal.close()
  }
})
