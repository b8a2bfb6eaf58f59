import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { encodePicture } from '../fakes/encodePicture.ts'
import { falEditSchema } from '../fakes/falEditSchema.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { photoPixels, softMask } from '../main/pictures/pixels/testPictures.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, test } from './parley.ts'

test('an edit at fal keeps the pixels that are outside of its mask, and else says why', async ({
  start,
}) => {
  const photo = Buffer.from(await encodePicture(photoPixels(1), 'image/jpeg'))
  const wide = photoPixels(2, { width: 96, height: 40 })
  const results = [photoPixels(2), wide].map((pixels) => encodePicture(pixels, 'image/webp'))
  const fal = await startFakeFal({
    schema: falEditSchema,
    result(response, job) {
      // Files are fetched from public hosts alone.
      void results[fal.jobs.indexOf(job)]?.then((bytes) => {
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
    const choose = (field: string, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
      page
        .getByRole('group', { name: field, exact: true })
        .locator('input')
        .setInputFiles({ name, mimeType, buffer })
    const maskField = page.getByRole('group', { name: 'Mask', exact: true })
    await choose('Picture', 'photo.jpg', 'image/jpeg', photo)
    const small = Buffer.from(await softMask({ width: 32, height: 32 }))
    await choose('Mask', 'mask.png', 'image/png', small)
    const send = page.getByRole('button', { name: 'Generate' })
    await send.click()
    await expect(maskField.getByRole('alert')).toContainText('isn’t the size of its picture')
    expect(fal.billed).toBe(0)

    await choose('Mask', 'mask.png', 'image/png', Buffer.from(await softMask()))
    await send.click()
    const pictures = page.getByRole('button', { name: 'Picture: a red hat' })
    await expect(pictures).toHaveCount(2)
    await expect(page.getByRole('list', { name: 'Jobs', exact: true })).toBeHidden()
    // The newest one comes first: what was made of the result.
    await pictures.first().click()
    const shown = page.getByRole('region', { name: 'Viewer' }).getByRole('img').first()
    await expect(shown).toHaveJSProperty('naturalWidth', 64)
    // The page's own decoder is the judge: not one pixel at the edge differs from the photo's.
    const far = await shown.evaluate(async (image: HTMLImageElement, base64: string) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const pixelsOf = async (source: ImageBitmapSource): Promise<Uint8ClampedArray> => {
        const context = new OffscreenCanvas(64, 64).getContext('2d')!
        context.drawImage(await createImageBitmap(source), 0, 0)
        return context.getImageData(0, 0, 64, 64).data
      }
      const [now, before] = [await pixelsOf(image), await pixelsOf(new Blob([bytes]))]
      const farAt = (from: number, to: number): number =>
        now
          .slice(from, to)
          .reduce((sum, value, at) => sum + Math.abs(value - before[from + at]!), 0)
      const middle = 32 * 64 * 4
      return { rows: farAt(0, 16 * 64 * 4), middle: farAt(middle + 120, middle + 136) }
    }, photo.toString('base64'))
    expect(far.rows).toBe(0)
    expect(far.middle).toBeGreaterThan(0)

    await page.keyboard.press('Escape')
    await send.click()
    const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
    await expect(jobs.getByRole('alert')).toContainText('has different proportions')
    await expect(pictures).toHaveCount(3)
    await pictures.first().click()
    await page.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await expect(details).toContainText('has different proportions')
    await expect(details).toContainText('Keep the rest exactlyOn')
    await expect(details).not.toContainText('_')
    await page.screenshot({ path: test.info().outputPath('details.png') })
    expect(fal.billed).toBe(2)
  } finally {
    await fal.close()
  }
})
