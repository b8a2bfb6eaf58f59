import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FakeEmbedder } from '../../fakes/fakeEmbedder.ts'
import { startFakeEmbedder } from '../../fakes/fakeEmbedder.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { large, small, testEmbedder } from './embedding/testEmbedder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

const paragraphs = Array.from(
  { length: 40 },
  (_, index) =>
    `## Chapter ${String(index)}\n\n${`In chapter ${String(index)} the ferry number ${String(index)} leaves the harbour. `.repeat(12)}`,
)
const book = paragraphs.join('\n\n')

async function openWithBook(embedder: FakeEmbedder, folder?: string) {
  const { providers } = testEmbedder(embedder.origin)
  const opened = openTestKnowledge({ providers }, folder)
  const path = join(temporaryFolder(), 'book.md')
  writeFileSync(path, book)
  const { handlers, caller } = opened
  const add = (baseId: string) => handlers.addPaths({ baseId, paths: [path] }, caller)
  const search = (baseId: string, query: string) =>
    handlers.search({ baseIds: [baseId], query, filter: {}, limit: 5 }, caller)
  return { ...opened, add, search, path }
}

async function untilJob(
  { jobs, caller }: Awaited<ReturnType<typeof openWithBook>>,
  state: string,
): Promise<string | undefined> {
  for (;;) {
    const list = (await jobs.handlers()?.list({}, caller)) ?? []
    const job = list.find((one) => one.state === state)
    if (job) return job.error?.code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('passages get vectors, a question finds them by both, and the cost is told', async () => {
  const embedder = await startFakeEmbedder()
  const { create, add, search, untilDone, list, find, handlers, caller } =
    await openWithBook(embedder)
  const baseId = await create(small)
  await add(baseId)
  const base = await untilDone(baseId)
  expect(base.space).toMatchObject({ model: small, dimensions: 64, done: base.passages })
  expect(base.nextSpace).toBeNull()
  expect(base.spent.tokens).toBeGreaterThan(1000)
  expect(base.spent.dollars).toBeCloseTo((base.spent.tokens * 2) / 1_000_000)
  expect((await list(baseId))[0]?.status).toEqual({ state: 'ready', passages: base.passages })
  const { hits, wordsOnly } = await search(baseId, 'harbour ferry')
  expect(wordsOnly).toBeNull()
  expect(hits[0]?.vectorRank).not.toBeNull()
  const { spent } = await find(baseId)
  await handlers.reindex({ baseId, sourceId: null }, caller)
  await untilDone(baseId)
  expect((await find(baseId)).spent).toEqual(spent)
})

test('a question that is still being typed is searched by its words alone', async () => {
  const embedder = await startFakeEmbedder()
  const { create, add, search, untilDone, handlers, caller } = await openWithBook(embedder)
  const baseId = await create(small)
  await add(baseId)
  await untilDone(baseId)
  const before = embedder.texts().length
  for (const query of ['h', 'harb', 'harbour', 'harbour ferry']) {
    const typed = { baseIds: [baseId], query, filter: {}, limit: 5, typing: true }
    const { hits, heldBack, wordsOnly } = await handlers.search(typed, caller)
    expect([heldBack, wordsOnly]).toEqual([true, 'typing'])
    if (query === 'harbour ferry') expect(hits[0]).toMatchObject({ wordRank: 1, vectorRank: null })
  }
  expect(embedder.texts()).toHaveLength(before)
  expect(await search(baseId, 'harbour ferry')).toMatchObject({ heldBack: false, wordsOnly: null })
  expect(embedder.texts().slice(before)).toEqual(['harbour ferry'])
})

test('the same text is not paid for twice, in another base either', async () => {
  const embedder = await startFakeEmbedder()
  const { create, add, untilDone } = await openWithBook(embedder)
  for (let bases = 0; bases < 2; bases += 1) {
    const baseId = await create(small)
    await add(baseId)
    await untilDone(baseId)
  }
  const texts = embedder.texts().filter((text) => text !== 'Parley')
  expect(new Set(texts).size).toBe(texts.length)
})

test('a server that reads less than a passage at once gets its parts, and the base tells', async () => {
  const embedder = await startFakeEmbedder()
  // llama.cpp's answer to more than 512 tokens, as it is started by default.
  const message =
    'input (992 tokens) is too large to process. increase the physical batch size (current batch size: 512)'
  embedder.behave({ maxLength: 500, refusal: { status: 500, message } })
  const { create, add, search, untilDone, handlers, caller } = await openWithBook(embedder)
  const baseId = await create(small)
  await add(baseId)
  const base = await untilDone(baseId)
  expect(base).toMatchObject({ space: { done: base.passages }, nextSpace: null })
  expect(base.splitPassages).toBe(base.passages)
  expect((await search(baseId, 'harbour ferry')).wordsOnly).toBeNull()
  expect(await handlers.setEmbedder({ baseId, embedder: null }, caller)).toMatchObject({
    splitPassages: 0,
  })
})

test('another model makes a space beside the old one, which serves until it is complete', async () => {
  const embedder = await startFakeEmbedder()
  const opened = await openWithBook(embedder)
  const { create, add, search, untilDone, find, handlers, caller, jobs } = opened
  const baseId = await create(small)
  await add(baseId)
  await untilDone(baseId)
  embedder.behave({ status: 503 })
  const changed = await handlers.setEmbedder({ baseId, embedder: large }, caller)
  expect(changed).toMatchObject({ space: { model: small }, nextSpace: { model: large, done: 0 } })
  await untilJob(opened, 'paused')
  embedder.behave('well')
  const serving = await search(baseId, 'ferry number 7')
  expect(serving.wordsOnly).toBeNull()
  const [job] = (await jobs.handlers()?.list({}, caller)) ?? []
  await jobs.handlers()?.retry({ id: job?.id ?? '' }, caller)
  await untilDone(baseId)
  for (;;) {
    const { space, nextSpace } = await find(baseId)
    if (space?.model.modelId === large.modelId) {
      expect(nextSpace).toBeNull()
      expect(space.dimensions).toBe(128)
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect((await search(baseId, 'ferry number 9')).wordsOnly).toBeNull()
})

test('an embedder that is gone pauses the job, and words are searched meanwhile', async () => {
  const embedder = await startFakeEmbedder()
  const opened = await openWithBook(embedder)
  const { create, add, search, list } = opened
  embedder.behave({ status: 429, retryAfterSeconds: 3000 })
  const baseId = await create(small)
  await add(baseId)
  expect(await untilJob(opened, 'paused')).toBe('rateLimited')
  expect((await list(baseId))[0]?.status).toMatchObject({ state: 'embedding', done: 0 })
  const { hits, wordsOnly } = await search(baseId, 'harbour')
  expect(wordsOnly).toBe('embedding')
  expect(hits.length).toBeGreaterThan(0)
})

test.for(['otherDimensions', 'notNumbers', 'fewer'] as const)(
  'wrong vectors fail the job and leave no trace: %s',
  async (behaviour) => {
    const embedder = await startFakeEmbedder()
    const opened = await openWithBook(embedder)
    const { create, add, untilDone, handlers, caller, find, path } = opened
    const baseId = await create(small)
    await add(baseId)
    const before = await untilDone(baseId)
    embedder.behave(behaviour)
    writeFileSync(path, `${book}\n\n## Epilogue\n\nThe zeppelin is late.`)
    const [source] = await opened.list(baseId)
    await handlers.reindex({ baseId, sourceId: source?.id ?? '' }, caller)
    expect(await untilJob(opened, 'failed')).toBe('embeddingMismatch')
    expect((await opened.search(baseId, 'zeppelin')).hits.length).toBeGreaterThan(0)
    embedder.behave('well')
    await handlers.reindex({ baseId, sourceId: null }, caller)
    await untilDone(baseId)
    const after = await find(baseId)
    expect(after.space).toMatchObject({ dimensions: 64, done: after.passages })
    expect(after.passages).toBeGreaterThanOrEqual(before.passages)
  },
)

test('what another model would cost is estimated before, within half', async () => {
  const embedder = await startFakeEmbedder()
  const { create, add, untilDone, handlers, caller } = await openWithBook(embedder)
  const baseId = await create()
  await add(baseId)
  await untilDone(baseId)
  const { tokens, dollars } = await handlers.estimate({ baseId, embedder: small }, caller)
  expect(tokens).toBeGreaterThan(book.length / 8)
  expect(tokens).toBeLessThan(book.length / 2)
  expect(dollars).toBeCloseTo((tokens * 2) / 1_000_000)
})

test('words alone are searched without an embedder, and vectors join without reading again', async () => {
  const embedder = await startFakeEmbedder()
  const { create, add, search, untilDone, handlers, caller } = await openWithBook(embedder)
  const baseId = await create()
  await add(baseId)
  await untilDone(baseId)
  expect((await search(baseId, 'ferry')).wordsOnly).toBe('noEmbedder')
  await handlers.setEmbedder({ baseId, embedder: small }, caller)
  await untilDone(baseId)
  expect((await search(baseId, 'ferry')).wordsOnly).toBeNull()
  await handlers.setEmbedder({ baseId, embedder: null }, caller)
  expect((await search(baseId, 'ferry')).wordsOnly).toBe('noEmbedder')
})

test('a job that Parley’s end interrupts goes on at the next start, and has not failed', async () => {
  const embedder = await startFakeEmbedder()
  const opened = await openWithBook(embedder)
  embedder.behave('hang')
  const baseId = await opened.create(small)
  await opened.add(baseId)
  while ((await opened.list(baseId))[0]?.status.state !== 'embedding') {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await opened.knowledge.close?.()
  const listed = async ({ jobs, caller }: typeof opened) =>
    ((await jobs.handlers()?.list({}, caller)) ?? []).map(({ state }) => state)
  expect(await listed(opened)).toEqual(['running'])
  await opened.close()
  embedder.behave('well')
  const again = await openWithBook(embedder, opened.folder)
  await again.untilDone(baseId)
  expect((await again.find(baseId)).counts.ready).toBe(1)
})
