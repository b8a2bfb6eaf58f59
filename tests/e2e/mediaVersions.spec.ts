import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { startFakeFal, type FakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { videoFile } from '../fakes/mediaFiles.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { providerAt } from './launch.ts'
import { paintHills } from './paintHills.ts'
import { expect, listModel, model, test } from './parley.ts'

/** Parley's tables know that it takes pictures. */
const readsPictures = { ...model, modelId: 'gpt-5.4' }
const picture = { type: 'string' }

/** Returns an endpoint's description with these fields. */
function endpoint(properties: object, required: string[]) {
  const schema = { type: 'object', required, properties }
  return { post: { requestBody: { content: { 'application/json': { schema } } } } }
}

const schema = {
  paths: {
    '/fal-ai/painter/pro': endpoint(
      { prompt: { type: 'string' }, seed: { type: 'integer' }, image_url: picture },
      ['prompt'],
    ),
    '/fal-ai/clarity-upscaler': endpoint(
      {
        image_url: picture,
        upscale_factor: { type: 'number', minimum: 1, maximum: 4, default: 2 },
      },
      ['image_url'],
    ),
    '/fal-ai/mover': endpoint(
      {
        prompt: { type: 'string' },
        image_url: picture,
        duration: { type: 'string', enum: ['5', '10'], default: '5' },
      },
      ['prompt', 'image_url'],
    ),
  },
}

/** Starts fal with a model that paints, one that enlarges and one that moves a picture. */
async function startPainters(): Promise<FakeFal> {
  const sizes = [
    [640, 400],
    [1280, 800],
  ] as const
  return startFakeFal({
    schema,
    models: [
      { id: 'fal-ai/painter/pro', name: 'Painter', category: 'image-to-image' },
      { id: 'fal-ai/clarity-upscaler', name: 'Clarity', category: 'image-to-image' },
      { id: 'fal-ai/mover', name: 'Mover', category: 'image-to-video' },
    ],
    result(response, job) {
      void answerOf(job.endpoint).then((answer) => sendJson(response, 200, answer))
      return true
    },
  })
  async function answerOf(name: string): Promise<object> {
    if (name.endsWith('mover')) {
      const video = await videoFile({ format: 'mp4', seconds: 2 })
      return { video: { url: `data:video/mp4;base64,${video.toString('base64')}` } }
    }
    const [width, height] = sizes[name.endsWith('upscaler') ? 1 : 0]
    const bytes = Buffer.from(await paintHills(width, height, 3))
    return { images: [{ url: `data:image/png;base64,${bytes.toString('base64')}` }] }
  }
}

test('an upscale and a video are versions of their picture, and their settings are used again', async ({
  start,
}) => {
  const fal = await startPainters()
  try {
    const { page } = await start({
      settings: { ...falSettings(fal), media: { ...defaultMediaPreferences, askAbove: null } },
    })
    await saveFalKey(page)
    await generateAtFal(page, 'hills at dusk')
    const viewer = page.getByRole('region', { name: 'Viewer' })
    const send = page.getByRole('button', { name: 'Generate' })
    await page.getByRole('button', { name: 'Picture: hills at dusk' }).click()

    await viewer.getByRole('button', { name: 'Upscale' }).click()
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(viewer.getByRole('img').first()).toHaveJSProperty('naturalWidth', 1280)
    await viewer.getByRole('button', { name: 'Details' }).click()

    await viewer.getByRole('button', { name: 'Animate' }).click()
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await expect(prompt).toBeFocused()
    await prompt.fill('slow pan')
    await send.click()
    // Its packets are noise: neither the viewer nor its small picture can show it.
    await expect(viewer).toContainText('Parley can’t show this file')
    const versions = viewer.getByRole('navigation', { name: 'Versions' })
    const shown = versions.locator('[aria-current]')
    await expect(shown).toHaveAccessibleName('Video: slow pan')
    await expect(shown.locator('svg')).toBeVisible()
    await expect(shown.locator('img')).toHaveCount(0)
    // The upscaled picture has no prompt.
    const origin = viewer.getByRole('definition').filter({ hasText: 'Picture:' })
    await expect(origin).toHaveText('Picture: no prompt')

    const use = viewer.getByRole('button', { name: 'Use these settings' })
    await prompt.fill('something else')
    await use.click()
    await expect(prompt).toHaveValue('slow pan')
    await expect(prompt).toBeFocused()
    const input = page.getByRole('group', { name: 'Picture', exact: true }).getByRole('img')
    await expect(input).toHaveJSProperty('naturalWidth', 1280)
    await viewer.getByRole('button', { name: 'Previous version' }).click()
    await expect(viewer.getByRole('img').first()).toHaveJSProperty('naturalWidth', 1280)
    await use.click()
    // This form has no prompt.
    await expect(send).toBeFocused()
    await expect(input).toHaveJSProperty('naturalWidth', 640)
    await viewer.getByRole('button', { name: 'Vary' }).click()
    await expect(input).toHaveJSProperty('naturalWidth', 1280)
    await expect(versions.getByRole('button')).toHaveCount(3)
    expect(fal.jobs.map(({ endpoint: name, input: sent }) => [name, 'image_url' in sent])).toEqual([
      ['fal-ai/painter/pro', false],
      ['fal-ai/clarity-upscaler', true],
      ['fal-ai/mover', true],
    ])
  } finally {
    await fal.close()
  }
})

test('a picture of a chat is enlarged and moved, and nothing is paid before the user says so', async ({
  start,
  server,
}) => {
  listModel(server, readsPictures.modelId)
  server.behave({ kind: 'answer', text: 'I see it.' })
  const fal = await startPainters()
  try {
    const { page, composer, last } = await start({
      settings: {
        providers: [providerAt(server.origin), ...falSettings(fal).providers],
        defaultModel: readsPictures,
      },
    })
    await saveFalKey(page)
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    const hills = { name: 'hills.png', mimeType: 'image/png' }
    const buffer = Buffer.from(await paintHills(640, 400, 3))
    await page.locator('#attach-files').setInputFiles({ ...hills, buffer })
    await composer.fill('What is this?')
    await composer.press('Enter')
    await expect(last('Assistant')).toContainText('I see it.')
    const openPicture = (): Promise<void> =>
      last('You').getByRole('button', { name: 'Open hills.png' }).click()
    const input = page.getByRole('group', { name: 'Picture', exact: true }).getByRole('img')

    await openPicture()
    await page.getByRole('dialog').getByRole('button', { name: 'Upscale' }).click()
    const send = page.getByRole('button', { name: 'Generate' })
    await expect(send).toBeFocused()
    await expect(input).toHaveJSProperty('naturalWidth', 640)
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    await openPicture()
    await page.getByRole('dialog').getByRole('button', { name: 'Animate' }).click()
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
    await expect(input).toHaveJSProperty('naturalWidth', 640)
    expect(fal.jobs).toHaveLength(0)

    await page.keyboard.type('slow pan')
    await send.click()
    await page.getByRole('button', { name: 'Video: slow pan' }).first().waitFor()
    expect(fal.billed).toBe(1)
  } finally {
    await fal.close()
  }
})
