import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startFakeEmbedder, type FakeEmbedder } from '../../fakes/fakeEmbedder.ts'
import { mulberry32 } from '../../mulberry32.ts'
import { pdfFile } from '../../fakes/documents/pdfFile.ts'
import { startFakeVision } from '../../fakes/fakeVision.ts'
import { killAfter } from '../killAfter.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { large, testEmbedder } from './embedding/testEmbedder.ts'
import { openTestKnowledge } from './openTestKnowledge.ts'

const script = fileURLToPath(new URL('./indexScript.ts', import.meta.url))
/** More by `KILLS=50`, for a long run. */
const kills = Number(process.env['KILLS'] ?? 2)
const timeout = 300_000 + kills * 30_000
const random = mulberry32(Number(process.env['SEED'] ?? 15))
const files = 24
const maxBatchSize = 64

/** Returns a word that no other paper has. */
function subjectOf(index: number): string {
  return String.fromCodePoint(97 + index).repeat(5)
}

function writePapers(): string {
  const root = temporaryFolder()
  for (let index = 0; index < files; index += 1) {
    const sentence = `This paper is about ${subjectOf(index)} and how ${subjectOf(index)} is told. `
    const sections = Array.from(
      { length: 4 },
      (_, section) => `## Section ${String(section)}\n\n${sentence.repeat(20)}`,
    )
    writeFileSync(join(root, `paper-${String(index)}.md`), sections.join('\n\n'))
  }
  return root
}

/** Goes on where a kill has left a base, to its end. Returns what a search sees of it. */
async function finish(folder: string, baseId: string, embedder: FakeEmbedder) {
  const { providers } = testEmbedder(embedder.origin)
  const opened = openTestKnowledge({ providers }, folder)
  const { knowledge, handlers, caller, untilDone, find, list, close } = opened
  knowledge.begin()
  for (;;) {
    const base = await untilDone(baseId)
    const isWhole = base.space !== null && base.space.done === base.passages && !base.nextSpace
    if (isWhole && base.counts.ready === files) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { passages, space, counts } = await find(baseId)
  const hits = []
  for (let index = 0; index < files; index += 7) {
    // The four sections of one paper. They are alike, so that their order is anybody's.
    const given = { baseIds: [baseId], query: subjectOf(index), filter: {}, limit: 4 }
    const found = await handlers.search(given, caller)
    const shown = found.hits.map(({ sourceName, text, similarity }) =>
      [sourceName, text, similarity?.toFixed(3)].join(' '),
    )
    hits.push(shown.toSorted())
  }
  const sources = (await list(baseId)).map(({ name, status, sizeBytes }) => ({
    ...{ name, status, sizeBytes },
  }))
  await close()
  return { passages, dimensions: space?.dimensions, counts, hits, sources }
}

async function makeWhole(root: string, embedder: FakeEmbedder) {
  const folder = temporaryFolder()
  const { providers } = testEmbedder(embedder.origin)
  const opened = openTestKnowledge({ providers }, folder)
  const { handlers, caller, create, untilDone, close } = opened
  const baseId = await create({ providerId: 'test', modelId: 'words-small' })
  await handlers.addPaths({ baseId, paths: [root] }, caller)
  await untilDone(baseId)
  await close()
  return { folder, baseId, seen: await finish(folder, baseId, embedder) }
}

test(
  'an index that was killed in the middle becomes what it would have been',
  { timeout },
  async () => {
    const root = writePapers()
    const { seen } = await makeWhole(root, await startFakeEmbedder())
    for (let kill = 0; kill < kills; kill += 1) {
      const embedder = await startFakeEmbedder()
      const folder = temporaryFolder()
      const order = JSON.stringify({ folder, origin: embedder.origin, root })
      const { reports } = await killAfter<{ id: string }>(script, order, random() * 1500)
      const baseId = reports[0]?.id ?? ''
      // A kill may come before the folder was added.
      const again = openTestKnowledge(
        { providers: testEmbedder(embedder.origin).providers },
        folder,
      )
      await again.handlers.addPaths({ baseId, paths: [root] }, again.caller)
      await again.close()
      expect(await finish(folder, baseId, embedder)).toEqual(seen)
      const texts = embedder.texts()
      const twice = texts.length - new Set(texts).size
      // The batches under way at the kill, and at the close, were answered and lost.
      expect(twice).toBeLessThanOrEqual(2 * (maxBatchSize + 1))
    }
  },
)

test('a change of the model that was killed in the middle is completed', { timeout }, async () => {
  const root = writePapers()
  const first = await startFakeEmbedder()
  const { folder, baseId } = await makeWhole(root, first)
  for (let kill = 0; kill < kills; kill += 1) {
    const order = JSON.stringify({ folder, origin: first.origin, changing: baseId })
    await killAfter(script, order, random() * 800)
  }
  const again = openTestKnowledge({ providers: testEmbedder(first.origin).providers }, folder)
  await again.handlers.setEmbedder({ baseId, embedder: large }, again.caller)
  await again.close()
  const seen = await finish(folder, baseId, first)
  expect(seen.dimensions).toBe(128)
  const whole = openTestKnowledge({ providers: testEmbedder(first.origin).providers })
  const other = await whole.create(large)
  await whole.handlers.addPaths({ baseId: other, paths: [root] }, whole.caller)
  await whole.untilDone(other)
  await whole.close()
  expect(seen).toEqual(await finish(whole.folder, other, first))
})

test('pictures that were read before a kill are not read again', { timeout }, async () => {
  const root = temporaryFolder()
  const widths = Array.from({ length: 16 }, (_, index) => 100 + index)
  const pages = widths.map((pixels) => {
    return { texts: [], hasDrawing: true, width: (pixels * 72) / 150, height: 60 }
  })
  writeFileSync(join(root, 'scan.pdf'), pdfFile(pages))
  for (let kill = 0; kill < kills / 2; kill += 1) {
    const vision = await startFakeVision({ milliseconds: 20 })
    const folder = temporaryFolder()
    const order = JSON.stringify({ folder, origin: vision.origin, root, hasPictures: true })
    const wanted = 1 + Math.floor(random() * (widths.length / 2))
    const { reports } = await killAfter<{ id: string }>(script, order, () => vision.has(wanted))
    expect(vision.read().length).toBeLessThan(widths.length)
    const baseId = reports[0]?.id ?? ''
    const { providers } = testEmbedder(vision.origin)
    const again = openTestKnowledge({ providers }, folder)
    again.knowledge.begin()
    const { counts, unreadPictures } = await again.untilDone(baseId)
    expect({ counts, unreadPictures }).toMatchObject({ counts: { ready: 1 }, unreadPictures: 0 })
    for (const width of widths) {
      const asked = { baseIds: [baseId], query: `w${String(width)}`, filter: {}, limit: 1 }
      const { hits } = await again.handlers.search(asked, again.caller)
      expect(hits[0]?.text).toContain(`Sheet w${String(width)}`)
    }
    // Four pictures were under way at the kill.
    expect(new Set(vision.read()).size).toBe(widths.length)
    expect(vision.read().length).toBeLessThanOrEqual(widths.length + 4)
    await again.close()
  }
})
