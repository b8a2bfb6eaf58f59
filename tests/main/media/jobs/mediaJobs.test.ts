import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readInput } from '../../../../src/main/media/jobs/readInput.ts'
import { isAboveLimit } from '../../../../src/main/media/jobs/isAboveLimit.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { outputFilterSchema } from '../../../../src/shared/media/media.ts'
import { FakeService, picture } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

const settled = ['done', 'failed', 'cancelled', 'unknown', 'lost'] as const

test('a prompt becomes a picture on disk, with every state before what follows from it', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.queueing()] })
  service.beforeAnswer = () => {
    expect(media.database.get('SELECT state, posts FROM media_job')).toEqual({
      state: 'submitting',
      posts: 1,
    })
  }
  const { id } = await media.create({ prompt: 'A cat' })
  const job = await media.until(id, 'done')
  expect(job).toMatchObject({ requestId: '1', price: { amount: 0.04 }, estimate: { amount: 0.05 } })
  const states = media.told.map(({ state }) => state)
  expect([...new Set(states)]).toEqual([
    ...['waiting', 'preparing', 'submitting', 'queued', 'collecting', 'done'],
  ])
  const filter = outputFilterSchema.parse({ kind: 'image', text: 'CAT' })
  const query = { before: null, limit: 10, filter }
  const { outputs } = await media.media.handlers.outputs(query, { windowId: 1 })
  expect(outputs).toMatchObject([
    { jobId: id, width: 1, height: 1, mediaType: 'image/png', prompt: 'A cat' },
  ])
  expect(await readFile(media.blobs.path(outputs[0]!.fileId))).toEqual(Buffer.from(picture(1)))
  expect(service.posts).toBe(1)
  const ofChats = { ...query, filter: { ...filter, fromChats: true } }
  const list = () => media.media.handlers.outputs(ofChats, { windowId: 1 })
  expect(await list()).toMatchObject({ outputs: [] })
  const drawn = await media.create({ prompt: 'A cat' }, { conversationId: crypto.randomUUID() })
  await media.until(drawn.id, 'done')
  expect(await list()).toMatchObject({ outputs: [{ jobId: drawn.id }] })
})

test('a second call with the same id is the same job', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.direct()] })
  const id = crypto.randomUUID()
  await Promise.all([1, 2, 3].map(() => media.create({ prompt: 'A cat' }, { id })))
  await media.until(id, 'done')
  await media.create({ prompt: 'A cat' }, { id })
  expect(service.posts).toBe(1)
})

test.each([true, false])(
  'a lost answer is never sent again; listed by the service: %s',
  async (isListing) => {
    const service = new FakeService()
    service.faults = ['lost']
    service.isListing = isListing
    let clock = 1000
    const media = openTestMedia({
      providers: [service.queueing()],
      now: () => (clock += 1000),
    })
    const { id } = await media.create({ prompt: 'A cat' })
    const job = await media.until(id, ...settled)
    expect(job.state).toBe(isListing ? 'done' : 'unknown')
    expect(service.posts).toBe(1)
    if (isListing) return
    expect(job.error?.code).toBe('mediaUnknown')
    media.jobs.lookAgain(id)
    await media.until(id, 'unknown')
    expect(service.posts).toBe(1)
    // The user decides, and that is a consent to exactly one more.
    service.faults = ['lost']
    media.jobs.submitAgain(id)
    expect(() => media.jobs.submitAgain(id)).toThrow(expect.objectContaining({ code: 'conflict' }))
    await media.until(id, 'unknown')
    expect(service.posts).toBe(2)
  },
)

test('a service that can not be asked leaves the question to the user', async () => {
  const service = new FakeService()
  service.faults = ['lost']
  const media = openTestMedia({ providers: [service.direct()] })
  const { id } = await media.create({ prompt: 'A cat' })
  expect(await media.until(id, ...settled)).toMatchObject({ state: 'unknown' })
  expect(service.posts).toBe(1)
})

test('what the service has refused is not paid: it is tried again, or has failed', async () => {
  const service = new FakeService()
  service.faults = ['busy', 'busy', 'none', 'refused']
  const media = openTestMedia({ providers: [service.queueing()] })
  const first = await media.create({ prompt: 'A cat' })
  await media.until(first.id, 'done')
  const second = await media.create({ prompt: 'A dog' })
  expect(await media.until(second.id, 'failed')).toMatchObject({
    error: { code: 'badRequest' },
    submittedAt: null,
  })
  expect(service.posts).toBe(1)
})

test('values that the form does not allow are not sent', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.queueing()] })
  for (const values of [
    {},
    { prompt: 'x'.repeat(101) },
    { prompt: 'A', seed: 1.5 },
    { prompt: 'A', other: 1 },
  ]) {
    await expect(media.create(values)).rejects.toMatchObject({ code: 'fieldsInvalid' })
  }
  const gone = {
    id: 'a'.repeat(64),
    name: 'gone.png',
    mediaType: 'image/png',
    sizeBytes: 1,
    outputId: null,
  }
  await expect(media.create({ prompt: 'A', images: [gone] })).rejects.toMatchObject({
    code: 'attachmentMissing',
  })
  expect(service.posts).toBe(0)
})

test('a lost connection while waiting says nothing about the job; one that is gone there is lost', async () => {
  const service = new FakeService()
  const provider = service.queueing()
  let fails = 3
  const { poll } = provider.remote!
  provider.remote!.poll = async (...given) => {
    if (fails-- > 0) throw new AppError('connectionFailed', 'No network')
    return poll(...given)
  }
  let clock = 1000
  const media = openTestMedia({ providers: [provider], now: () => (clock += 1000) })
  const { id } = await media.create({ prompt: 'A cat' })
  expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
  expect(
    media.told.some(({ state, error }) => state === 'queued' && error?.code === 'connectionFailed'),
  ).toBe(true)
  service.state = { state: 'missing' }
  const gone = await media.create({ prompt: 'A dog' })
  expect(await media.until(gone.id, ...settled)).toMatchObject({
    state: 'lost',
    error: { code: 'mediaLost' },
  })
  expect(service.posts).toBe(2)
})

test.each([
  ['queued', 'cancelled', 'cancelled'],
  ['running', 'requested', 'done'],
  ['running', 'completed', 'done'],
] as const)(
  'a job cancelled while %s, to which the service says %s, is %s',
  async (state, outcome, end) => {
    const service = new FakeService()
    service.state = state === 'queued' ? { state, position: 3 } : { state, progress: null }
    service.cancelOutcome = outcome
    const media = openTestMedia({ providers: [service.queueing()] })
    const { id } = await media.create({ prompt: 'A cat' })
    await media.until(id, state)
    const cancelling = media.jobs.cancel(id)
    void media.jobs.cancel(id)
    await media.until(id, ...settled, state)
    if (end === 'done') service.jobs.get('1')!.state = { state: 'completed' }
    expect(await cancelling).toMatchObject({ state: end, cancelling: false })
    expect(service).toMatchObject({ posts: 1, cancels: 1 })
    expect(media.outputs(id)).toHaveLength(end === 'done' ? 1 : 0)
  },
)

test('a job that waits for its turn is cancelled for free', async () => {
  const service = new FakeService()
  service.state = { state: 'running', progress: null }
  const media = openTestMedia({ providers: [service.queueing()] })
  const first = await media.create({ prompt: '1' })
  const second = await media.create({ prompt: '2' })
  await media.until(first.id, 'running')
  await media.until(second.id, 'running')
  const third = await media.create({ prompt: '3' })
  expect(await media.jobs.cancel(third.id)).toMatchObject({ state: 'cancelled', submittedAt: null })
  expect(service.posts).toBe(2)
})

test.each([
  [0.04, 'priceTooHigh'],
  [0.05, undefined],
  [null, undefined],
])('above a limit of %s nothing is sent unless the price was accepted', async (askAbove, code) => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.direct()], askAbove })
  const refused = await media.create({ prompt: 'A cat' }).then(
    () => undefined,
    (error: AppError) => error.code,
  )
  expect(refused).toBe(code)
  if (code) expect(service.posts).toBe(0)
  const { id } = await media.create({ prompt: 'A cat' }, { priceAccepted: true })
  await media.until(id, 'done')
})

test('a price in another currency is above any limit, and none of those that nobody knows', () => {
  expect(isAboveLimit({ amount: 1, currency: 'credits' }, 5)).toBe(true)
  expect(isAboveLimit({ amount: 0, currency: 'credits' }, 0)).toBe(false)
  expect(isAboveLimit({ amount: 0.01, currency: 'USD' }, 0)).toBe(true)
  expect(isAboveLimit(null, 0)).toBe(true)
  expect(isAboveLimit(null, 0.05)).toBe(false)
})

test('a file that is larger than its field takes is told, whatever the page says of its size', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.queueing()] })
  const writer = await media.blobs.create()
  await writer.append(Buffer.concat([picture()], 65_000_000))
  const { id: fileId, sizeBytes } = await writer.finish()
  const file = { id: fileId, name: 'a.png', mediaType: 'image/png', sizeBytes, outputId: null }
  const model = { providerId: 'fake', modelId: 'painter' }
  const check = (bytes: number) =>
    media.jobs.check(model, { prompt: 'a fox', images: [{ ...file, sizeBytes: bytes }] })
  expect(await check(2_000_000_001)).toMatchObject([{ name: 'images', reason: 'fileSize' }])
  expect(await check(sizeBytes)).toEqual([])
  const read = readInput(media.blobs)
  await expect(read({ id: fileId })).rejects.toMatchObject({ code: 'tooHeavy' })
})
