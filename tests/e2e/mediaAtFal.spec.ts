import { defaultMediaPreferences } from '../../src/shared/mediaPreferences.ts'
import { fakePicture, startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { providerAt } from './launch.ts'
import { expect, expectAccessible, openProviders, test } from './parley.ts'

test('a picture of fal that can not be deleted there is here, and the job says so', async ({
  start,
}) => {
  const fal = await startFakeFal({
    statuses: [{ status: 'IN_QUEUE', queue_position: 2 }, { status: 'IN_PROGRESS' }],
    // Files are fetched from public hosts alone.
    result(response) {
      const url = `data:image/png;base64,${fakePicture(1).toString('base64')}`
      sendJson(response, 200, { images: [{ url }] })
      return true
    },
    deletions: ['noAdmin'],
  })
  try {
    const provider = { ...providerAt(fal.origin), id: 'fal', kind: 'fal', presetId: 'fal' } as const
    const { page } = await start({
      settings: {
        providers: [{ ...provider, name: 'fal', baseUrl: fal.origin }],
        media: { ...defaultMediaPreferences, deleteAtFal: true },
      },
    })
    await openProviders(page)
    const card = page.getByRole('group', { name: 'fal' })
    await card.getByRole('textbox', { name: 'API key' }).fill('fal-key')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Media', exact: true }).click()
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: 'Painter' }).click()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox')
    await page.getByRole('button', { name: 'Generate' }).click()
    const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
    await expect(jobs).toContainText('Running')
    fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
    await expect(jobs.getByRole('alert')).toContainText('fal still has its copy')
    await expect(page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
    await expect(jobs.getByRole('button', { name: 'Send again' })).toHaveCount(0)
    await expectAccessible(page)
    await jobs.getByRole('button', { name: /a red fox/ }).click()
    await expect(jobs).toBeHidden()
    await expect(page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
    expect(fal.requests.filter(({ path }) => path.endsWith('/status/stream'))).toHaveLength(1)
    expect(fal.billed).toBe(1)
  } finally {
    await fal.close()
  }
})
