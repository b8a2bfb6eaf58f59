import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pdfFile, type PdfFilePage } from '../../fakes/documents/pdfFile.ts'
import { pictureText, startFakeVision, type FakeVision } from '../../fakes/fakeVision.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { large, small as reader, testEmbedder } from './embedding/testEmbedder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

const words = { texts: [{ text: 'Words of the first page', x: 72, y: 700 }] }
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Returns a page that is a drawing, whose picture is so many pixels wide. */
function scanOf(pixels: number): PdfFilePage {
  return { texts: [], hasDrawing: true, width: (pixels * 72) / 150, height: 60 }
}

function openWith(vision: FakeVision, folder?: string) {
  const opened = openTestKnowledge({ providers: testEmbedder(vision.origin).providers }, folder)
  const { handlers, caller, jobs } = opened
  return {
    ...opened,
    add: async (baseId: string, files: Record<string, Uint8Array>) => {
      const root = temporaryFolder()
      const paths = Object.keys(files).map((name) => join(root, name))
      for (const path of paths) writeFileSync(path, files[path.slice(root.length + 1)] ?? '')
      await handlers.addPaths({ baseId, paths }, caller)
      return paths
    },
    read: (baseId: string, pictureReader: typeof reader | null = reader) =>
      handlers.setPictureReader({ baseId, pictureReader }, caller),
    search: async (baseId: string, query: string) =>
      (await handlers.search({ baseIds: [baseId], query, filter: {}, limit: 5 }, caller)).hits,
    untilJob: async (state: string) => {
      for (;;) {
        const job = ((await jobs.handlers()?.list({}, caller)) ?? []).find(
          (one) => one.state === state,
        )
        if (job) return job
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

test('pictures wait for a model, are read once, and a citation opens their page', async () => {
  const vision = await startFakeVision()
  const { create, add, list, find, untilDone, read, search, handlers, caller } = openWith(vision)
  const baseId = await create()
  await add(baseId, {
    'a.pdf': pdfFile([words, scanOf(200), scanOf(210)]),
    'b.pdf': pdfFile([scanOf(220)]),
    'c.gif': gif,
  })
  await untilDone(baseId)
  const states = async () => (await list(baseId)).map(({ status }) => status)
  expect(await states()).toMatchObject([
    { state: 'ready', passages: 1 },
    { state: 'skipped', reason: 'picture' },
    { state: 'skipped', reason: 'picture' },
  ])
  expect(await find(baseId)).toMatchObject({ pictureReader: null, unreadPictures: 4 })
  const given = { baseId, pictureReader: reader }
  const estimate = await handlers.estimatePictures(given, caller)
  expect(estimate).toMatchObject({ pictures: 4, tokens: 8000 })
  expect(vision.requests).toEqual([])

  await read(baseId)
  const base = await untilDone(baseId)
  expect(base).toMatchObject({ unreadPictures: 0, counts: { ready: 3 } })
  expect(base.spent.dollars).toBeGreaterThan(0)
  expect(vision.read().toSorted((one, other) => one - other)).toEqual([1, 200, 210, 220])
  const [hit] = await search(baseId, 'ledger w210')
  expect(hit).toMatchObject({ sourceName: 'a.pdf', place: { page: 3 }, text: pictureText(210) })
  if (!hit) return
  const located = await handlers.locate({ place: hit.place, passage: hit.text }, caller)
  expect(located).toMatchObject({ state: 'same', rectangles: [{ page: 3, lines: [{ x: 0 }] }] })

  const again = await list(baseId)
  for (const { id } of again) await handlers.reindex({ baseId, sourceId: id }, caller)
  await untilDone(baseId)
  expect(await states()).toMatchObject(again.map(({ status }) => status))
  expect(vision.read()).toHaveLength(4)
  // Another model reads what the user has it read again.
  await read(baseId, large)
  await handlers.reindex({ baseId, sourceId: again[2]?.id ?? '' }, caller)
  await untilDone(baseId)
  expect(vision.read().slice(4)).toEqual([1])
})

test('a service that fails in the middle is asked for the rest alone', async () => {
  const vision = await startFakeVision()
  const opened = openWith(vision)
  const { create, add, read, untilDone, untilJob, jobs, caller, find, list, search } = opened
  const widths = Array.from({ length: 12 }, (_, index) => 100 + 10 * index)
  vision.behave(() =>
    vision.read().length < 5
      ? undefined
      : { kind: 'status', status: 429, body: {}, headers: { 'retry-after': '3000' } },
  )
  const baseId = await create()
  await read(baseId)
  await add(baseId, { 'a.pdf': pdfFile([words, ...widths.map(scanOf)]), 'b.gif': gif })
  const job = await untilJob('paused')
  expect(job.error?.code).toBe('rateLimited')
  // The text is found meanwhile, and no source is shown as being read.
  expect(await search(baseId, 'first page')).toHaveLength(1)
  expect((await find(baseId)).counts).toMatchObject({ waiting: 2, reading: 0 })
  const first = vision.read().length
  expect(first).toBeLessThan(12)
  vision.behave(() => undefined)
  await jobs.handlers()?.retry({ id: job.id }, caller)
  await untilDone(baseId)
  expect((await list(baseId)).map(({ status }) => status.state)).toEqual(['ready', 'ready'])
  expect(vision.read().toSorted((one, other) => one - other)).toEqual([1, ...widths])
})

test('a file that is added while pictures are read does not wait for them', async () => {
  const vision = await startFakeVision()
  const { create, add, read, untilDone, search, find } = openWith(vision)
  const widths = Array.from({ length: 12 }, (_, index) => 100 + 10 * index)
  const added = Promise.withResolvers<undefined>()
  const found = Promise.withResolvers<undefined>()
  const asked: number[] = []
  vision.behave((width) => {
    asked.push(width)
    return asked.length <= 4 ? added.promise : found.promise
  })
  const baseId = await create()
  await read(baseId)
  await add(baseId, { 'a.pdf': pdfFile(widths.map(scanOf)) })
  while (asked.length < 4) await new Promise((resolve) => setTimeout(resolve, 10))
  await add(baseId, { 'b.md': Buffer.from('The walrus waits.') })
  added.resolve(undefined)
  while ((await search(baseId, 'walrus')).length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(vision.read()).toHaveLength(4)
  found.resolve(undefined)
  await untilDone(baseId)
  expect(vision.read().toSorted((one, other) => one - other)).toEqual(widths)
  expect(await find(baseId)).toMatchObject({ unreadPictures: 0, counts: { ready: 2 } })
})

test('a refused picture has its reason, and the rest is read', async () => {
  const vision = await startFakeVision()
  const { create, add, read, untilDone, list, find } = openWith(vision)
  vision.behave((width) =>
    width < 200
      ? { kind: 'answer', text: '', finishReason: 'content_filter', ending: 'done' }
      : undefined,
  )
  const baseId = await create()
  await read(baseId)
  await add(baseId, { 'a.gif': gif, 'b.pdf': pdfFile([scanOf(150), scanOf(200), scanOf(210)]) })
  await untilDone(baseId)
  expect(await list(baseId)).toMatchObject([
    { status: { state: 'failed', error: { code: 'contentFiltered' } }, unreadPictures: 1 },
    { status: { state: 'ready', passages: 2 }, unreadPictures: 1 },
  ])
  expect((await find(baseId)).unreadPictures).toBe(2)
})

test('more pictures than the user has agreed to wait for the user', async () => {
  const vision = await startFakeVision()
  const { create, add, read, untilDone, find } = openWith(vision)
  const baseId = await create()
  await read(baseId)
  const pages = Array.from({ length: 110 }, (_, index) => scanOf(20 + index))
  await add(baseId, { 'a.pdf': pdfFile(pages) })
  const { unreadPictures, counts } = await untilDone(baseId)
  expect(counts.ready).toBe(1)
  // The last few are asked for at the same time.
  expect(vision.read().length).toBeGreaterThanOrEqual(100)
  expect(vision.read().length).toBeLessThanOrEqual(103)
  expect(unreadPictures).toBe(110 - vision.read().length)
  await read(baseId)
  await untilDone(baseId)
  expect((await find(baseId)).unreadPictures).toBe(0)
  expect(new Set(vision.read()).size).toBe(110)
  expect(vision.read()).toHaveLength(110)
})
