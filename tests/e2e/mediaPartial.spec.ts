import { startFakeImages } from '../fakes/fakeImages.ts'
import { paintHills } from './paintHills.ts'
import { expect, expectAccessible, test } from './parley.ts'

test('of three pictures the whole one and the cut one are kept, and the rest is told', async ({
  start,
}) => {
  const images = await startFakeImages()
  const [whole, other] = await Promise.all([paintHills(640, 400, 3), paintHills(640, 400, 5)])
  const base64 = [whole, other.subarray(0, other.length / 2), whole].map((bytes) =>
    Buffer.from(bytes).toString('base64'),
  )
  const answer = JSON.stringify({ created: 1, data: base64.map((b64_json) => ({ b64_json })) })
  images.behave(() => ({ kind: 'cut', type: 'json', how: 'chunk', text: answer.slice(0, -1000) }))
  const provider = { id: 'fake', kind: 'openai-compatible', presetId: null, name: 'Fake' }
  const { page } = await start({
    settings: { providers: [{ ...provider, baseUrl: images.baseUrl }] },
  })
  await page.getByRole('button', { name: 'Media', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('evening hills')
  await page.getByLabel('How many').fill('3')
  await page.getByRole('button', { name: 'Generate' }).click()
  const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
  await expect(jobs.getByRole('alert')).toContainText('2 of 3 arrived. The connection was lost')
  await expect(jobs).toContainText('Done')
  const gallery = page.getByRole('list', { name: 'Gallery' })
  const name = 'Picture: evening hills'
  await expect(gallery.getByRole('button', { name, exact: true })).toBeVisible()
  const cut = gallery.getByRole('button', { name: `${name}, incomplete`, exact: true })
  await expect(cut).toBeVisible()
  await expectAccessible(page)
  await cut.click()
  const viewer = page.getByRole('region', { name: 'Viewer' })
  await expect(viewer).toContainText('This file is incomplete: its end is missing.')
  await viewer.getByRole('button', { name: 'Details' }).click()
  await expect(viewer).toContainText('2 of 3 arrived.')
  await expectAccessible(page)
  expect(images.seen).toHaveLength(1)
  await images.close()
})
