import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mendHosted } from '../../../../src/main/knowledge/hosted/mendHosted.ts'
import { untilIndexed } from '../../../../src/main/knowledge/hosted/untilIndexed.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { testSource } from '../store/testSource.ts'
import { openTestHosted } from './openTestHosted.ts'
import { startTestService } from './startTestService.ts'

async function open(folder?: string) {
  const service = await startTestService()
  return { service, ...openTestHosted(service.baseUrl, folder) }
}

const texts = (service: { files: Map<string, { text: string }> }): string[] =>
  [...service.files.values()].map(({ text }) => text).toSorted()

test('many sources go up at most five at a time, and become ready once the service has indexed them', async () => {
  const { service, put, sync, waits, catalogue, hosted } = await open()
  const baseId = randomUUID()
  for (let index = 0; index < 23; index += 1) await put(testSource(baseId, `Letter ${index}.`))
  service.delayBatches(3)
  // The first five wait for each other.
  service.holdUploads(5)
  await sync(baseId)
  expect(service.files.size).toBe(23)
  expect(service.mostAtOnce()).toBe(5)
  expect(waits).toEqual([5000, 5000, 5000])
  expect(catalogue.base(baseId).counts.ready).toBe(23)
  expect(await hosted.describe(baseId)).toMatchObject({ state: 'ready', files: 23, unapproved: 0 })
  const { uploaded } = service
  await sync(baseId)
  expect(uploaded).toHaveLength(23)
  expect(service.violations).toEqual([])
})

test('nothing leaves this computer before the user approves it', async () => {
  const { service, put, sync, addBase, hosted, catalogue } = await open()
  const baseId = randomUUID()
  await addBase(baseId, false)
  await put(testSource(baseId, 'A letter.', { name: 'letter.txt' }))
  await sync(baseId)
  expect(service.requests).toEqual([])
  expect(catalogue.base(baseId).counts.ready).toBe(1)
  const plan = await hosted.plan(baseId)
  expect(plan).toMatchObject({ count: 1, sources: [{ name: 'letter.txt' }] })
  expect(plan.host).toBe(new URL(service.baseUrl).host)
  await put(testSource(baseId, 'Another letter, which came after the user looked.'))
  await hosted.approve(baseId, plan.until, false)
  await sync(baseId)
  expect(texts(service)).toEqual(['A letter.'])
  expect(await hosted.describe(baseId)).toMatchObject({ unapproved: 1, files: 1 })
})

test('who wants to be asked again is asked for later sources alone', async () => {
  const { service, put, sync, hosted, catalogue } = await open()
  const baseId = randomUUID()
  const empty = testSource(baseId, 'Nothing at first.')
  await put(testSource(baseId, 'A letter.'))
  await put(empty)
  catalogue.setStates([{ id: empty.id, status: { state: 'skipped', reason: 'empty' } }])
  await sync(baseId)
  await hosted.approve(baseId, 0, false)
  await put(testSource(baseId, 'A later letter.'))
  expect(await hosted.describe(baseId)).toMatchObject({ unapproved: 1, approvesAll: false })
  // A file that was left out was never shown.
  await put({ ...testSource(baseId, 'A secret.'), id: empty.id })
  expect(await hosted.describe(baseId)).toMatchObject({ unapproved: 2 })
  await sync(baseId)
  expect(texts(service)).toEqual(['A letter.'])
})

test('a file that the service refuses gets its reason, and the rest goes on', async () => {
  const { service, put, sync, catalogue } = await open()
  const baseId = randomUUID()
  const bad = testSource(baseId, 'A cursed letter.')
  await put(bad)
  await put(testSource(baseId, 'A good letter.'))
  service.refuseText('cursed')
  await sync(baseId)
  expect(catalogue.base(baseId).counts).toMatchObject({ ready: 1, failed: 1 })
  expect(catalogue.source(baseId, bad.id).source.status).toMatchObject({
    error: { code: 'unprocessable', details: { answer: 'No text in it' } },
  })
  await sync(baseId)
  expect(service.uploaded).toHaveLength(2)
  // Its next text is tried again, and the refused one is deleted.
  service.refuseText('nothing at all')
  await put({ ...testSource(baseId, 'A mended letter.'), id: bad.id })
  await sync(baseId)
  expect(texts(service)).toEqual(['A good letter.', 'A mended letter.'])
})

test('a text that changed replaces its file; one that was only read again does not', async () => {
  const { service, put, sync } = await open()
  const baseId = randomUUID()
  const source = testSource(baseId, 'The red door.')
  await put(source)
  await sync(baseId)
  await put(source)
  await sync(baseId)
  expect(service.uploaded).toHaveLength(1)
  await put({ ...testSource(baseId, 'The green door.'), id: source.id })
  await sync(baseId)
  expect(texts(service)).toEqual(['The green door.'])
  expect([...service.stores.values()][0]?.files.size).toBe(1)
})

test.each(['POST /vector_stores', 'POST /files', 'POST /vector_stores/'])(
  'an answer to %s that is lost makes nothing twice',
  async (at) => {
    const { service, put, sync, catalogue } = await open()
    const baseId = randomUUID()
    await put(testSource(baseId, 'The red door.'))
    service.fail({ at, how: 'cutAfter' })
    await expect(sync(baseId)).rejects.toMatchObject({ code: 'connectionFailed' })
    await sync(baseId)
    expect(service.uploaded).toHaveLength(1)
    expect(service.stores.size).toBe(1)
    expect(catalogue.base(baseId).counts.ready).toBe(1)
  },
)

test('wherever it is interrupted, everything is there once afterwards', async () => {
  // After each answer in turn nothing more is heard, as after a kill, and another process goes on.
  for (let skip = 0; ; skip += 1) {
    const folder = temporaryFolder()
    const first = await open(folder)
    const baseId = randomUUID()
    const changed = testSource(baseId, 'The red door.')
    await first.put(changed)
    for (let index = 0; index < 3; index += 1) await first.put(testSource(baseId, `Door ${index}.`))
    first.service.fail({ at: '', how: 'cutAfter', skip, times: 100 })
    const isWhole = await first.sync(baseId).then(
      () => first.service.requests.length <= skip,
      () => false,
    )
    await first.close()
    first.service.heal()
    const next = openTestHosted(first.service.baseUrl, folder)
    await next.sync(baseId)
    expect(new Set(first.service.uploaded).size, `after ${skip}`).toBe(4)
    expect(first.service.uploaded, `after ${skip}`).toHaveLength(4)
    expect(first.service.stores.size).toBe(1)
    expect([...first.service.stores.values()][0]?.files.size).toBe(4)
    expect(next.catalogue.base(baseId).counts.ready).toBe(4)
    if (isWhole) break
  }
})

test.each([
  ['429', { status: 429, retryAfterSeconds: 600 }, 'rateLimited'],
  ['503', { status: 503 }, 'overloaded'],
  ['a key that is gone', { status: 401 }, 'keyRefused'],
] as const)('%s ends the run, which goes on where it was', async (_name, how, code) => {
  const { service, put, sync, catalogue } = await open()
  const baseId = randomUUID()
  for (let index = 0; index < 9; index += 1) await put(testSource(baseId, `Letter ${index}.`))
  service.fail({ at: 'POST /files', how })
  await expect(sync(baseId)).rejects.toMatchObject({ code })
  await sync(baseId)
  expect(new Set(service.uploaded).size).toBe(9)
  expect(service.uploaded).toHaveLength(9)
  expect(catalogue.base(baseId).counts.ready).toBe(9)
})

test('a batch that is never done ends the wait after half an hour', async () => {
  let waited = 0
  const waiting = untilIndexed({
    ...{ storeId: 'vs-1', batchId: 'vsfb-1', signal: AbortSignal.timeout(60_000) },
    api: { batch: async () => 'in_progress' },
    wait: async (milliseconds) => void (waited += milliseconds),
  })
  await expect(waiting).rejects.toMatchObject({ code: 'timeout' })
  expect(waited).toBe(30 * 60_000)
})

test.each([
  ['completed', true],
  ['failed', true],
  ['cancelled', true],
  [undefined, false],
] as const)('a batch that is %s is waited for no longer', async (end, isKnown) => {
  const statuses = ['in_progress', 'in_progress', end] as const
  let looks = 0
  const known = await untilIndexed({
    ...{ storeId: 'vs-1', batchId: 'vsfb-1', signal: AbortSignal.timeout(60_000) },
    api: { batch: async () => statuses[looks++] },
    wait: async () => undefined,
  })
  expect([known, looks]).toEqual([isKnown, 3])
})

test('a batch whose end was not heard of is not begun again', async () => {
  const { service, put, sync, catalogue } = await open()
  const baseId = randomUUID()
  await put(testSource(baseId, 'The red door.'))
  service.fail({ at: 'GET /vector_stores/vs-1/file_batches', how: 'cutBefore' })
  await expect(sync(baseId)).rejects.toMatchObject({ code: 'connectionFailed' })
  await sync(baseId)
  const begun = service.requests.filter(({ path }) => path.endsWith('/file_batches'))
  expect(begun).toHaveLength(1)
  expect(catalogue.base(baseId).counts.ready).toBe(1)
})

test('a long text goes in parts; after a cut only the missing one goes again', async () => {
  const folder = temporaryFolder()
  const { service, put, sync, close } = await open(folder)
  const baseId = randomUUID()
  const long = 'The ferry leaves the harbour at noon. '.repeat(230_000)
  const passage = { start: 0, end: 38, page: null, headings: [], context: '' }
  await put(
    testSource(baseId, 'x', {
      document: { ...testSource(baseId, '').document, text: long },
      passages: [passage],
    }),
  )
  const partsSent = () => service.requests.filter(({ path }) => path.endsWith('/parts')).length
  service.fail({ at: 'POST /uploads/upload-2/complete', how: 'cutBefore' })
  await expect(sync(baseId)).rejects.toMatchObject({ code: 'connectionFailed' })
  expect(partsSent()).toBe(2)
  await close()
  // As after a kill: another process goes on.
  const next = openTestHosted(service.baseUrl, folder)
  await next.sync(baseId)
  expect(partsSent()).toBe(2)
  expect(texts(service)).toEqual([long])
  expect(service.violations).toEqual([])
})

test('what the user removes is deleted; what could not be deleted is listed and tried again', async () => {
  const { service, put, sync, hosted, catalogue } = await open()
  const baseId = randomUUID()
  const source = testSource(baseId, 'The red door.')
  await put(source)
  await put(testSource(baseId, 'The green door.'))
  await sync(baseId)
  service.fail({ at: 'DELETE /files', how: { status: 403 }, times: 3 })
  catalogue.removeSources(baseId, [source.id])
  await hosted.store.remove(baseId, [source.id])
  expect(await hosted.left()).toMatchObject([
    { baseName: 'Papers', error: { code: 'permissionDenied' } },
  ])
  catalogue.removeBase(baseId)
  await hosted.store.removeBase(baseId)
  expect(service.stores.size).toBe(0)
  expect(await hosted.left()).toHaveLength(2)
  expect(await hosted.deleteLeft()).toEqual([])
  expect(service.files.size).toBe(0)
})

test('what nothing can delete is forgotten only when the user says so', async () => {
  const { service, put, sync, hosted, catalogue } = await open()
  const baseId = randomUUID()
  await put(testSource(baseId, 'The red door.'))
  await sync(baseId)
  service.setKey('another')
  catalogue.removeBase(baseId)
  await hosted.store.removeBase(baseId)
  expect(await hosted.deleteLeft()).toMatchObject([
    { name: null, baseName: 'Papers', error: { code: 'keyRefused' } },
    { name: expect.stringContaining('letter') as string, error: { code: 'keyRefused' } },
  ])
  expect(await hosted.forgetLeft()).toEqual([])
})

test('what is removed while it goes up is deleted once it is there', async () => {
  const { service, put, sync, hosted, catalogue } = await open()
  const baseId = randomUUID()
  const source = testSource(baseId, 'The red door.')
  await put(source)
  await put(testSource(baseId, 'The green door.'))
  service.holdUploads(3)
  const syncing = sync(baseId)
  await service.untilUploads(2)
  catalogue.removeSources(baseId, [source.id])
  await hosted.store.remove(baseId, [source.id])
  service.holdUploads(0)
  await syncing
  expect(texts(service)).toEqual(['The green door.'])
  expect(await hosted.left()).toEqual([])
})

test('a kill between removing and deleting leaves nothing at the service', async () => {
  const folder = temporaryFolder()
  const { service, put, sync, catalogue, close } = await open(folder)
  const baseId = randomUUID()
  await put(testSource(baseId, 'The red door.'))
  await sync(baseId)
  catalogue.removeBase(baseId)
  await close()
  const next = openTestHosted(service.baseUrl, folder)
  expect(await next.hosted.left()).toHaveLength(2)
  expect(await next.hosted.deleteLeft()).toEqual([])
  expect(service.files.size + service.stores.size).toBe(0)
})

test('a store that expired is said to have, and is made again from the files that are there', async () => {
  const { service, put, sync, hosted, catalogue } = await open()
  const baseId = randomUUID()
  await put(testSource(baseId, 'The red door.'))
  await sync(baseId)
  service.expire()
  await sync(baseId)
  expect(await hosted.describe(baseId)).toMatchObject({ state: 'expired', usageBytes: 0 })
  expect(catalogue.base(baseId).counts.ready).toBe(1)
  await hosted.approve(baseId, 0, true)
  await sync(baseId)
  expect(await hosted.describe(baseId)).toMatchObject({ state: 'ready' })
  expect(service.uploaded).toHaveLength(1)
  const near = await hosted.store.nearest({ baseIds: [baseId], words: 'door', filter: {} })
  expect(near).toMatchObject({ failure: null, near: [{ start: 0 }] })
})

test('a repair of the database finds the store again, and uploads nothing twice', async () => {
  const { service, database, put, sync, hosted } = await open()
  const baseId = randomUUID()
  const source = testSource(baseId, 'The red door.')
  await put(source)
  await sync(baseId)
  database.run('DELETE FROM hosted_store')
  database.transaction(() => mendHosted(database))
  await hosted.approve(baseId, 9, false)
  await put(source)
  await put(testSource(baseId, 'The green door.'))
  await sync(baseId)
  expect(service.stores.size).toBe(1)
  expect(service.uploaded).toHaveLength(1)
  await hosted.approve(baseId, 9, true)
  await sync(baseId)
  expect(service.uploaded).toHaveLength(2)
  expect([...service.stores.values()][0]?.files.size).toBe(2)
})

test('the expiry and the name follow the user, and the files there are listed', async () => {
  const { service, put, sync, hosted } = await open()
  const baseId = randomUUID()
  await put(testSource(baseId, 'The red door.'))
  await sync(baseId)
  await hosted.setExpiry(baseId, 7)
  await hosted.rename(baseId, 'Doors')
  expect([...service.stores.values()][0]).toMatchObject({ name: 'Doors', expiryDays: 7 })
  expect(await hosted.files(baseId)).toMatchObject([
    { name: expect.stringMatching(/^letter\.txt \[parley-/) as string, state: 'completed' },
  ])
  expect(service.violations).toEqual([])
})
