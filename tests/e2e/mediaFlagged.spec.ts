import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createBlobs } from '../../src/main/storage/blobs.ts'
import type { Part } from '../../src/shared/chat/parts.ts'
import { startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { flatPng, startFakeImages } from '../fakes/fakeImages.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, expectAccessible, settingsFor, test } from './parley.ts'
import { paintHills } from './paintHills.ts'
import { seedChat } from './seedChat.ts'

test('a picture that fal flags is hidden until it is wanted, and says what it has cost', async ({
  start,
}) => {
  // fal paints flagged pictures over in black.
  const black = Buffer.from(await flatPng(64, 64, [0, 0, 0, 255])).toString('base64')
  const fal = await startFakeFal({
    result(response) {
      response.setHeader('x-fal-billable-units', '1')
      const images = [{ url: `data:image/png;base64,${black}` }]
      sendJson(response, 200, { images, has_nsfw_concepts: [true] })
      return true
    },
  })
  try {
    const { page } = await start({ settings: falSettings(fal) })
    await saveFalKey(page)
    await generateAtFal(page, 'a red fox')
    const tile = page.getByRole('button', { name: 'Picture: a red fox' })
    await expect(tile).toBeVisible()
    await expect(tile.locator('img')).toHaveCount(0)
    await tile.click()
    const viewer = page.getByRole('region', { name: 'Viewer' })
    await expect(viewer).toContainText('The service flagged this')
    await expect(viewer).toContainText('$0.05')
    await expect(viewer.getByRole('img')).toHaveCount(0)
    await expectAccessible(page)
    // Nor is it shown beside the form of the next one.
    await viewer.getByRole('button', { name: 'Edit', exact: true }).click()
    const given = page.getByRole('group', { name: 'Picture', exact: true })
    await expect(given.getByRole('button', { name: /^Remove/ })).toBeVisible()
    await expect(given.getByRole('img')).toHaveCount(0)
    await viewer.getByRole('button', { name: 'Show' }).click()
    await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 64)
  } finally {
    await fal.close()
  }
})

test('what was seen of a picture goes when it is held back, and the reason stands there', async ({
  start,
}) => {
  const images = await startFakeImages()
  const b64_json = Buffer.from(await flatPng(8, 8, [200, 30, 30, 255])).toString('base64')
  const error = {
    ...{ type: 'image_generation_user_error', code: 'moderation_blocked' },
    message: 'Your request was rejected by the safety system.',
  }
  let refuse = (): void => undefined
  const until = new Promise<void>((resolve) => (refuse = resolve))
  images.behave(() => ({
    kind: 'events',
    events: [{ type: 'image_generation.partial_image', b64_json, partial_image_index: 0 }],
    until,
    last: { type: 'error', error },
  }))
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake' }
  const { page } = await start({
    settings: { providers: [{ ...provider, baseUrl: images.baseUrl }] },
  })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
  await page.getByRole('button', { name: 'Generate' }).click()
  const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
  await expect(jobs.getByRole('img', { name: 'Unfinished picture' })).toBeVisible()
  refuse()
  await expect(jobs.getByRole('alert')).toContainText('safety system')
  await expect(jobs.getByRole('img')).toHaveCount(0)
  await expectAccessible(page)
  expect(images.seen).toHaveLength(1)
  await images.close()
})

test('a chat hides a flagged picture, names a refusal, and tells a permission from a picture', async ({
  start,
  server,
}) => {
  const bytes = await paintHills(480, 320, 3)
  const allowed: Part[] = [
    { type: 'toolCall', id: 'ask', name: 'generate_image', arguments: '{"prompt":"Hills"}' },
    { type: 'toolResult', id: 'ask', text: 'The user allows it.', failed: false },
    { type: 'toolCall', id: 'ig_1', name: 'image_generation', arguments: '{"prompt":"Hills"}' },
  ]
  const file = {
    id: createHash('sha256').update(bytes).digest('hex'),
    name: 'hills.png',
    mediaType: 'image/png',
  }
  const made = { ...file, sizeBytes: bytes.byteLength }
  const flagged: Part[] = [
    { type: 'toolCall', id: 'own', name: 'generate_image', arguments: '{"prompt":"Hills"}' },
    {
      ...{ type: 'toolResult', id: 'own', text: 'The picture is made.', failed: false },
      files: [{ ...made, flagged: true }],
    },
  ]
  const refusal = 'No picture was made. Rejected by the safety system.'
  const folder = seedChat('Hills', [
    'Paint hills',
    [...allowed, { type: 'toolResult', id: 'ig_1', text: 'Made', failed: false, files: [made] }],
    'And with another model',
    flagged,
    'And once more',
    [
      { type: 'toolCall', id: 'ig_2', name: 'image_generation', arguments: '{"prompt":"Hills"}' },
      { type: 'toolResult', id: 'ig_2', text: refusal, failed: true },
    ],
  ])
  const writer = await createBlobs(join(folder, 'files')).create()
  await writer.append(bytes)
  await writer.finish()
  const { page } = await start({ folder, settings: settingsFor(server) })
  await page.getByRole('button', { name: 'Hills' }).first().click()
  const answers = page.getByRole('article', { name: 'Assistant' })
  await expect(answers.nth(0).getByText('Used Picture generator')).toHaveCount(1)
  await expect(answers.nth(0).getByText('Pictures allowed')).toBeVisible()
  await expect(answers.nth(0).getByRole('img', { name: 'hills.png' })).toBeVisible()
  await expect(answers.nth(1).getByRole('img', { name: 'hills.png' })).toHaveCount(0)
  await expect(answers.nth(1)).toContainText('The service flagged this')
  await expect(answers.nth(2)).toContainText('No picture was made. Rejected by the safety system.')
  await expectAccessible(page)
  await answers.nth(1).getByRole('button', { name: 'Show' }).click()
  await expect(answers.nth(1).getByRole('img', { name: 'hills.png' })).toBeVisible()
})
