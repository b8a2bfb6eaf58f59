import { expect, test } from 'vitest'
import { createBlobs } from '../../../../src/main/storage/blobs.ts'
import type { HostRule } from '../../../../src/main/network/hostRule.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openTestFal } from '../fal/testFal.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

test.each(['diskFull', 'filesFull'] as const)(
  'without room (%s) a result that came at once is kept until there is some',
  async (code) => {
    const folder = temporaryFolder()
    const files = createBlobs(`${folder}/files`)
    let tries = 0
    const blobs = {
      ...files,
      create: () => (tries++ < 3 ? Promise.reject(new AppError(code, 'No room')) : files.create()),
    }
    const service = new FakeService()
    const media = openTestMedia({ providers: [service.direct()], folder, blobs })
    const { id } = await media.create({ prompt: 'A cat' })
    expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
    const waited = media.told.filter(({ state }) => state === 'collecting')
    expect(waited.some(({ error }) => error?.code === code)).toBe(true)
    expect(service.posts).toBe(1)
  },
)

test('a key that is refused meanwhile holds the job, and another of the same account goes on', async () => {
  let key = 'fal-key'
  const { fal, media, create } = await openTestFal(
    {
      statuses: [{ status: 'IN_PROGRESS' }],
      onRequest: ({ path }) => {
        if (path.endsWith('/status') && fal.jobs[0])
          fal.jobs[0].statuses = [{ status: 'COMPLETED' }]
      },
    },
    {
      key: () => key,
      onJob: ({ state }) => {
        if (state === 'queued' && key === 'fal-key' && !wasRefused) key = 'revoked'
      },
    },
  )
  let wasRefused = false
  const { id } = await create({ prompt: 'A cat' })
  while (media.media.context.states.read(id).error?.code !== 'keyRefused') {
    await new Promise(setImmediate)
  }
  expect(media.media.context.states.read(id).state).toBe('queued')
  wasRefused = true
  key = 'fal-key'
  media.jobs.resume()
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
  expect(fal.billed).toBe(1)
})

test('a result that leads to another machine is not followed', async () => {
  let reached = 0
  const pages: HostRule = {
    allowsHost: ({ origin }) => origin === fal.origin,
    allowsAddress: () => true,
  }
  const other = await openTestFal({ file: () => (reached++, false) })
  const { fal, media, create } = await openTestFal(
    {
      file(response) {
        response.writeHead(302, { location: `${other.fal.origin}/file/1.png` }).end()
        return true
      },
    },
    { pages },
  )
  const { id } = await create({ prompt: 'A cat' })
  const job = await media.until(id, ...finalMediaStates)
  expect(job).toMatchObject({ state: 'failed', error: { code: 'mediaUnusable' } })
  expect(reached).toBe(0)
})

test('a form that comes too late or not at all costs nothing', async () => {
  const service = new FakeService()
  const provider = service.queueing()
  const media = openTestMedia({
    providers: [
      { ...provider, form: () => Promise.reject(new AppError('connectionFailed', 'Gone')) },
    ],
  })
  await expect(media.create({ prompt: 'A cat' })).rejects.toMatchObject({
    code: 'connectionFailed',
  })
  expect(service.posts).toBe(0)
  expect(media.database.all('SELECT * FROM media_job')).toEqual([])
})

test('a job is cancelled even if its service was removed', async () => {
  const service = new FakeService()
  service.state = { state: 'running', progress: null }
  const providers = [service.queueing()]
  const media = openTestMedia({ providers })
  const { id } = await media.create({ prompt: 'A cat' })
  await media.until(id, 'running')
  media.crash()
  providers.length = 0
  const again = openTestMedia({ providers, folder: media.folder })
  const ended = await again.jobs.cancel(id)
  expect(ended).toMatchObject({
    state: 'lost',
    cancelling: false,
    error: { code: 'providerMissing' },
  })
  expect(service.posts).toBe(1)
})

test('a key that may not list jobs leaves a lost one to the user', async () => {
  const service = new FakeService()
  service.faults = ['lost']
  const provider = service.queueing()
  provider.remote!.find = () => Promise.reject(new AppError('permissionDenied', 'Not this key'))
  const media = openTestMedia({ providers: [provider] })
  const { id } = await media.create({ prompt: 'A cat' })
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'unknown' })
  expect(service.posts).toBe(1)
})

test('a job that waits for a busy service is cancelled, and costs nothing', async () => {
  const service = new FakeService()
  service.faults = Array.from({ length: 1000 }, () => 'busy')
  const media = openTestMedia({ providers: [service.queueing()] })
  const { id } = await media.create({ prompt: 'A cat' })
  while (media.media.context.states.read(id).error?.code !== 'rateLimited') {
    await new Promise(setImmediate)
  }
  expect(await media.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  expect(media.media.context.states.read(id)).toMatchObject({ state: 'cancelled', posts: 0 })
  expect(media.media.context.states.read(id).error).toBeNull()
  expect(service.posts).toBe(0)
})

test('two hundred jobs at once take turns, and each is paid once', async () => {
  const service = new FakeService()
  let running = 0
  let most = 0
  service.beforeAnswer = async () => {
    most = Math.max(most, (running += 1))
    await new Promise(setImmediate)
    running -= 1
  }
  const media = openTestMedia({ providers: [service.queueing()] })
  const jobs = await Promise.all(
    Array.from({ length: 200 }, (_each, seed) => media.create({ prompt: 'A cat', seed })),
  )
  for (const { id } of jobs) {
    expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  }
  expect(service.posts).toBe(200)
  expect(most).toBe(2)
  expect(media.database.all('SELECT * FROM media_output')).toHaveLength(200)
})
