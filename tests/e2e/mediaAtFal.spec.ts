import { defaultMediaPreferences } from '../../src/shared/media/mediaPreferences.ts'
import { fakePicture, startFakeFal } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { expect, expectAccessible, test } from './parley.ts'

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
    deletions: ['noAdmin', 'good'],
  })
  try {
    const { page } = await start({
      settings: {
        ...falSettings(fal),
        media: { ...defaultMediaPreferences, deleteAtFal: true },
      },
    })
    await saveFalKey(page)
    await generateAtFal(page, 'a red fox')
    const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
    await expect(jobs).toContainText('Running')
    fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
    await expect(jobs.getByRole('alert')).toContainText('fal still has its copy')
    await expect(page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
    await expect(jobs.getByRole('button', { name: 'Send again' })).toHaveCount(0)
    await expectAccessible(page)
    await jobs.getByRole('button', { name: 'Delete at fal again' }).click()
    await expect(jobs).toBeHidden()
    expect(fal.deleted).toEqual([fal.jobs[0]?.id])
    await expect(page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
    expect(fal.requests.filter(({ path }) => path.endsWith('/status/stream'))).toHaveLength(1)
    expect(fal.billed).toBe(1)
  } finally {
    await fal.close()
  }
})
