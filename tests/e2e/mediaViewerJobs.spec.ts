import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { fakePicture, startFakeFal, type FalScript } from '../fakes/fakeFal.ts'
import { falSchema } from '../fakes/falEditSchema.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { seedGallery } from './seedGallery.ts'
import { expect, expectAccessible, test } from './parley.ts'

const picture = { type: 'string' }

/** An endpoint that changes a picture, in the style of another. */
const schema = falSchema(
  { prompt: { type: 'string' }, image_url: picture, style_image_url: picture },
  ['prompt'],
)

test('the viewer shows the job that starts beside it, opens its result, and edits that alone', async ({
  start,
}) => {
  const script: FalScript = {
    schema,
    models: [{ id: 'fal-ai/painter/pro', name: 'Painter', category: 'image-to-image' }],
    result(response, job) {
      const url = `data:image/png;base64,${fakePicture(fal.jobs.indexOf(job) + 1).toString('base64')}`
      sendJson(response, 200, { images: [{ url }] })
      return true
    },
  }
  const fal = await startFakeFal(script)
  try {
    const { page } = await start({
      settings: { ...falSettings(fal), media: { ...defaultMediaPreferences, askAbove: null } },
    })
    await saveFalKey(page)
    await generateAtFal(page, 'a red fox')
    const viewer = page.getByRole('region', { name: 'Viewer' })
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    const send = page.getByRole('button', { name: 'Generate' })
    const jobs = viewer.getByRole('list', { name: 'Jobs', exact: true })
    const shown = viewer.getByRole('img').first()
    const made = page.getByRole('button', { name: 'Picture: a red fox' })
    await made.click()

    await viewer.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(prompt).toBeFocused()
    await expect(prompt).toHaveValue('a red fox')
    await page.getByText('More settings').click()
    const style = page.getByRole('group', { name: /^Style/ })
    const paper = { name: 'paper.png', mimeType: 'image/png', buffer: fakePicture(9) }
    await style.locator('input').setInputFiles(paper)
    await style.getByRole('button', { name: 'Remove paper.png' }).waitFor()
    await prompt.fill('a blue fox')
    script.statuses = [{ status: 'IN_PROGRESS' }]
    await send.click()
    await expect(jobs).toContainText('Running')
    await expect(jobs).toContainText('a blue fox')
    await expectAccessible(page)
    fal.jobs[1]!.statuses = [{ status: 'COMPLETED' }]
    await expect(shown).toHaveAccessibleName('Picture: a blue fox')
    await expect(jobs).toHaveCount(0)
    await expect(send).toBeFocused()

    // Neither the prompt in the form nor the files of the last job go on with another picture.
    await prompt.fill('a castle')
    await viewer.getByRole('button', { name: 'Previous version' }).click()
    await expect(shown).toHaveAccessibleName('Picture: a red fox')
    await viewer.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(prompt).toHaveValue('a red fox')
    await expect(style.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await send.click()
    await expect.poll(() => fal.jobs.length).toBe(3)
    expect(fal.jobs[2]?.input).not.toHaveProperty('style_image_url')

    // A user who has gone back to the gallery stays there.
    await expect(jobs).toBeVisible()
    await viewer.getByRole('button', { name: 'Back to gallery' }).click()
    fal.jobs[2]!.statuses = [{ status: 'COMPLETED' }]
    await expect(made).toHaveCount(2)
    await expect(viewer).toHaveCount(0)
  } finally {
    await fal.close()
  }
})

test('a picture is shown whole in the viewer, whatever its shape', async ({ start }) => {
  const { page } = await start({ folder: await seedGallery(3) })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  const viewer = page.getByRole('region', { name: 'Viewer' })
  for (const height of [500, 780]) {
    await page.setViewportSize({ width: 1120, height })
    for (const number of [0, 1, 2]) {
      const name = `Picture: Hills in the evening, number ${String(number)}`
      await page.getByRole('button', { name }).click()
      const box = await viewer.getByRole('img', { name }).first().boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThan(height)
      await page.keyboard.press('Escape')
    }
  }
})
