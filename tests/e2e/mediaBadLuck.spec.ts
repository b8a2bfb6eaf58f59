import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fakePicture, startFakeFal, type FakeFal, type FalScript } from '../fakes/fakeFal.ts'
import { sendJson } from '../fakes/fakeServer.ts'
import { falSettings, generateAtFal, saveFalKey } from './falAccount.ts'
import { root } from './launch.ts'
import { expect, expectAccessible, test } from './parley.ts'

let fal: FakeFal

/** Starts a fal whose jobs run until the test says otherwise. */
async function startRunningFal(script: FalScript = {}): Promise<void> {
  fal = await startFakeFal({
    statuses: [{ status: 'IN_PROGRESS' }],
    // Files are fetched from public hosts alone.
    result(response) {
      const url = `data:image/png;base64,${fakePicture(1).toString('base64')}`
      sendJson(response, 200, { images: [{ url }] })
      return true
    },
    ...script,
  })
}

test.afterEach(() => fal.close())

test('a job that meets an empty balance says what to do, and goes on when it is done', async ({
  start,
}) => {
  await startRunningFal({ submit: ['noBalance'] })
  const { app, page } = await start({ settings: falSettings(fal) })
  await saveFalKey(page)
  await generateAtFal(page, 'a red fox')
  const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
  await expect(jobs).toContainText(/Paused · Next try in \d:\d\d/)
  await expect(jobs.getByRole('alert')).toContainText('credit or quota is used up')
  await expectAccessible(page)
  const opened = app.evaluate(
    ({ shell }) =>
      new Promise<string>((resolve) => {
        shell.openExternal = (url) => Promise.resolve(resolve(url))
      }),
  )
  await jobs.getByRole('button', { name: 'Open billing page' }).click()
  expect(await opened).toBe('https://fal.ai/dashboard/billing')
  await expect(page.getByText('This month')).toHaveCount(0)
  expect(fal.billed).toBe(0)
  await page.getByRole('button', { name: 'Jobs: 1 paused' }).click()
  const list = page.getByRole('dialog', { name: 'Jobs' })
  await expect(list).toContainText(/Paused\. .*credit or quota is used up.* Trying again in/)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Jobs: 1 running' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(jobs).toContainText('Running')
  await expect(jobs.getByRole('alert')).toHaveCount(0)
  fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
  await expect(page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
  expect(fal.billed).toBe(1)
})

test('after a sleep a job is asked about at once, and a second start of Parley asks nothing', async ({
  start,
}) => {
  await startRunningFal()
  const { app, page, folder } = await start({ settings: falSettings(fal) })
  await saveFalKey(page)
  await generateAtFal(page, 'a red fox')
  const jobs = page.getByRole('list', { name: 'Jobs', exact: true })
  await expect(jobs).toContainText('Running')
  const asked = () => fal.requests.filter(({ path }) => path.includes('/status'))
  expect(asked()).toHaveLength(1)
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  // It is asked once, and listened to anew.
  await expect.poll(asked).toHaveLength(3)

  const second = spawn(app.process().spawnfile, ['.', `--user-data-dir=${folder}`], {
    cwd: root,
    stdio: 'ignore',
  })
  const [code] = (await once(second, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(asked()).toHaveLength(3)
  await expect(jobs).toContainText('Running')

  fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
  await expect(page.getByRole('button', { name: 'Picture: a red fox' })).toBeVisible()
  expect(asked()).toHaveLength(3)
  expect(fal.billed).toBe(1)
})
