import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Job } from '../../../../src/shared/jobs.ts'
import { pdfFile } from '../../../fakes/documents/pdfFile.ts'
import { startFakeVision } from '../../../fakes/fakeVision.ts'
import { small as reader, testEmbedder } from '../embedding/testEmbedder.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'
import { newFile } from './openShelf.ts'

type Opened = ReturnType<typeof openTestKnowledge>

/** Resolves to a job of this kind once it has ended. */
async function ended({ jobs, caller }: Opened, kind: string): Promise<Job> {
  for (;;) {
    const job = (await jobs.handlers()?.list({}, caller))?.find((each) => each.kind === kind)
    if (job && ['done', 'failed', 'cancelled'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a base leaves and comes by jobs, and is found there', async () => {
  const path = newFile()
  const asked: string[] = []
  const here = openTestKnowledge({
    choosePlace: (name) => {
      asked.push(name)
      return Promise.resolve(path)
    },
  })
  const baseId = await here.create()
  const note = { baseId, sourceId: null, title: 'Trip', text: 'Bring the umbrella.' }
  await here.handlers.saveNote(note, here.caller)
  await here.untilDone(baseId)
  expect(await here.handlers.exportBase({ baseId }, here.caller)).toEqual({ started: true })
  expect(await ended(here, 'knowledge.export')).toMatchObject({ state: 'done', subject: 'Papers' })
  expect(asked).toEqual(['Papers.parleybase'])

  const there = openTestKnowledge({ choose: () => Promise.resolve([path]) })
  expect(await there.handlers.importBase({}, there.caller)).toEqual({ started: true })
  expect(await ended(there, 'knowledge.import')).toMatchObject({ state: 'done', error: null })
  const [base] = await there.handlers.bases({}, there.caller)
  expect(base).toMatchObject({ name: 'Papers', passages: 1, counts: { ready: 1 } })
  const given = { baseIds: [base?.id ?? ''], query: 'umbrella', filter: {}, limit: 5 }
  const { hits } = await there.handlers.search(given, there.caller)
  expect(hits.map(({ sourceName }) => sourceName)).toEqual(['Trip'])
  const [source] = await there.list(base?.id ?? '')
  // The note came with its text, so it can be changed.
  const changed = { ...note, baseId: base?.id ?? '', sourceId: source?.id ?? '', text: 'Sun hat.' }
  await there.handlers.saveNote(changed, there.caller)
  expect(await there.untilDone(base?.id ?? '')).toMatchObject({ counts: { ready: 1 } })
})

test('a file that is no base starts no job, and a damaged one says so in its job', async () => {
  const path = newFile()
  const given = { choose: () => Promise.resolve([path]), choosePlace: () => Promise.resolve(path) }
  const opened = openTestKnowledge(given)
  const { handlers, caller, create } = opened
  writeFileSync(path, 'A letter.')
  const refused = { code: 'unreadable', details: { subject: 'Papers.parleybase' } }
  await expect(handlers.importBase({}, caller)).rejects.toMatchObject(refused)
  await handlers.exportBase({ baseId: await create() }, caller)
  await ended(opened, 'knowledge.export')
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.of(0, 0)]))
  await handlers.importBase({}, caller)
  expect(await ended(opened, 'knowledge.import')).toMatchObject({ state: 'failed', error: refused })
  expect(await handlers.bases({}, caller)).toHaveLength(1)
})

test('whoever chooses no place exports nothing', async () => {
  const { handlers, caller, create } = openTestKnowledge()
  expect(await handlers.exportBase({ baseId: await create() }, caller)).toEqual({ started: false })
  expect(await handlers.importBase({}, caller)).toEqual({ started: false })
})

/** Returns a page that is a drawing, whose picture is so many pixels wide. */
function scanOf(pixels: number) {
  return { texts: [], hasDrawing: true, width: (pixels * 72) / 150, height: 60 }
}

test('what a model has read on pictures comes with its base, and is not paid for again', async () => {
  const path = newFile()
  const vision = await startFakeVision()
  const { providers } = testEmbedder(vision.origin)
  const mixed = pdfFile([scanOf(200), { texts: [{ text: 'Words', x: 9, y: 9 }] }, scanOf(210)])
  const files = new Map([
    ['read.pdf', mixed],
    ['unread.pdf', pdfFile([scanOf(220)])],
  ])
  const attachments = { read: (id: string) => Promise.resolve(files.get(id) ?? mixed) }
  const common = { providers, attachments }
  const here = openTestKnowledge({ ...common, choosePlace: () => Promise.resolve(path) })
  const there = openTestKnowledge({ ...common, choose: () => Promise.resolve([path]) })
  const add = ({ handlers, caller }: Opened, baseId: string, name: string) => {
    const file = { id: name, name, mediaType: 'application/pdf', sizeBytes: 1 }
    return handlers.addUploads({ baseId, files: [file] }, caller)
  }

  const baseId = await here.create()
  await here.handlers.setPictureReader({ baseId, pictureReader: reader }, here.caller)
  await add(here, baseId, 'read.pdf')
  await here.untilDone(baseId)
  await here.handlers.setPictureReader({ baseId, pictureReader: null }, here.caller)
  await add(here, baseId, 'unread.pdf')
  await here.untilDone(baseId)
  await here.handlers.exportBase({ baseId }, here.caller)
  await ended(here, 'knowledge.export')

  await there.handlers.importBase({}, there.caller)
  expect(await ended(there, 'knowledge.import')).toMatchObject({ state: 'done' })
  const [base] = await there.handlers.bases({}, there.caller)
  const imported = base?.id ?? ''
  expect(base).toMatchObject({ unreadPictures: 1, counts: { ready: 1, skipped: 1 } })
  const find = async () => {
    const given = { baseIds: [imported], query: 'ledger w210', filter: {}, limit: 1 }
    const { hits } = await there.handlers.search(given, there.caller)
    return hits.map(({ sourceName, place }) => [sourceName, place.page])
  }
  // Its own file is read again, without a model.
  await there.handlers.reindex({ baseId: imported, sourceId: null }, there.caller)
  const [source] = await there.list(imported)
  await there.handlers.reindex({ baseId: imported, sourceId: source?.id ?? '' }, there.caller)
  expect(await there.untilDone(imported)).toMatchObject({ unreadPictures: 1 })
  expect(await find()).toEqual([['read.pdf', 3]])
  // Somebody's file says nothing about the user's other documents.
  const other = await there.create()
  await add(there, other, 'read.pdf')
  expect(await there.untilDone(other)).toMatchObject({ unreadPictures: 2 })

  const given = { baseId: imported, pictureReader: reader }
  await there.handlers.setPictureReader(given, there.caller)
  expect(await there.untilDone(imported)).toMatchObject({ unreadPictures: 0, counts: { ready: 2 } })
  expect(vision.read().toSorted((one, another) => one - another)).toEqual([200, 210, 220])
})
