import type { Page } from '@playwright/test'
import { flatPng, startFakeImages } from '../fakes/fakeImages.ts'
import { expect, test } from './parley.ts'

declare global {
  interface Window {
    /** The number of shapes drawn so far. */
    shapes: number
  }
}

/** At this size what is under a step that changes all takes 16 MB. */
const side = 2048
const steps = 20
const paintDot = ['b', 'Shift+ArrowRight', 'Space']
const eraseDot = ['e', 'Shift+ArrowDown', 'Space']

/** Returns a number for the opacities of all the mask's pixels and their places. */
function digestOf(page: Page): Promise<number> {
  return page
    .getByRole('application', { name: 'Mask' })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const copy = new OffscreenCanvas(width, height).getContext('2d')!
      copy.drawImage(canvas, 0, 0)
      const { data } = copy.getImageData(0, 0, width, height)
      let digest = 0
      for (let at = 3; at < data.length; at += 4) digest = (digest * 31 + data[at]!) | 0
      return digest
    })
}

test('many steps of a mask are undone and redone, and none of them is drawn anew', async ({
  start,
}) => {
  const images = await startFakeImages()
  const picture = await flatPng(side, side, [20, 90, 200, 255])
  images.behave(() => ({ kind: 'pictures', pictures: [picture] }))
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake' }
  const { page } = await start({
    settings: { providers: [{ ...provider, baseUrl: images.baseUrl }] },
  })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a lake')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Picture: a lake' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Draw mask' }).click()
  const mask = page.getByRole('application', { name: 'Mask' })
  const area = mask.getByRole('group', { name: 'Drawing area' })

  const digests = [await digestOf(page)]
  for (let step = 0; step < steps; step += 1) {
    if (step % 2 === 1) await mask.getByRole('button', { name: 'Invert' }).click()
    else {
      // After the first inversion the brush would find all but its own dots drawn.
      for (const key of step % 4 === 0 ? paintDot : eraseDot) await area.press(key)
    }
    await expect.poll(() => digestOf(page)).not.toBe(digests.at(-1))
    digests.push(await digestOf(page))
  }

  await page.evaluate(() => {
    window.shapes = 0
    const drawing = CanvasRenderingContext2D.prototype
    for (const name of ['stroke', 'fill', 'fillRect'] as const) {
      const draw = drawing[name] as (...given: unknown[]) => void
      drawing[name] = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
        window.shapes += 1
        draw.apply(this, given)
      }
    }
  })
  for (const digest of digests.slice(0, -1).toReversed()) {
    await area.press('Control+z')
    await expect.poll(() => digestOf(page)).toBe(digest)
  }
  expect(await page.evaluate(() => window.shapes)).toBe(0)
  await expect(mask.getByRole('button', { name: 'Undo' })).toBeDisabled()
  for (let step = 0; step < steps; step += 1) await area.press('Control+Shift+z')
  await expect.poll(() => digestOf(page)).toBe(digests.at(-1))
  await images.close()
})
