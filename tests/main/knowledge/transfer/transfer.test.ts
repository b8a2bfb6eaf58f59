import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { removeStrangers } from '../../../../src/main/knowledge/transfer/transfer.ts'
import type { FrameHead } from '../../../../src/main/knowledge/transfer/baseFile.ts'
import { baseFileName } from '../../../../src/main/knowledge/transfer/baseFile.ts'
import { writeBaseFile } from '../../../../src/main/knowledge/transfer/writeBaseFile.ts'
import { embedText } from '../store/embedText.ts'
import { testSource } from '../store/testSource.ts'
import { dimensions, model, newFile, openShelf } from './openShelf.ts'

test('an exported base is the same on another computer, and both find the same', async () => {
  const here = openShelf()
  const there = openShelf()
  const path = newFile()
  const before = await here.makeBase()
  await here.embed(before)
  await here.exportTo(before, path)
  expect(readdirSync(dirname(path))).toEqual(['Papers.parleybase'])
  expect(await there.transfer.nameIn(path)).toBe('Papers')
  const after = await there.importFrom(path)
  const expected = await here.contentOf(before)
  const seen = await there.contentOf(after)
  // Paths, and sources that only the other computer could read, are not transferred.
  const sources = expected.sources
    .filter(({ indexed }) => indexed !== undefined)
    .map((source) => (source.kind === 'file' ? { ...source, location: '' } : source))
  expect(seen).toEqual({ ...expected, counts: { ...expected.counts, waiting: 0 }, sources })
  expect(seen.spaces[0]).toMatchObject({ done: 201, total: 201, isUsed: true })
  const content = seen.sources.find(({ kind }) => kind === 'note')?.content ?? ''
  expect(readFileSync(there.kept.path(content), 'utf8')).toContain('umbrella')
  const found = await Promise.all(
    [here, there].map(async ({ store }, index) => {
      const baseIds = [index === 0 ? before : after]
      const { spaces } = await store.stats(baseIds[0] ?? '')
      const values = embedText('rent of door 7', dimensions)
      const vectors = [{ spaceId: spaces[0]?.space.id ?? 0, values }]
      const words = 'rent door 7'
      const hits = await store.search({ baseIds, words, vectors, filter: {}, limit: 20 })
      return hits.map(({ text, score, similarity }) => ({ text, score, similarity }))
    }),
  )
  expect(found[1]).toEqual(found[0])
})

test('what lacks vectors comes without its model, so that nobody pays unasked', async () => {
  const here = openShelf()
  const there = openShelf()
  const path = newFile()
  const before = await here.makeBase()
  await here.embed(before, 5)
  await here.exportTo(before, path)
  const { spaces, counts, embedder } = await there.contentOf(await there.importFrom(path))
  expect(spaces[0]).toMatchObject({ done: 196, total: 201 })
  expect(counts).toMatchObject({ embedding: 0, ready: 2, waiting: 0 })
  expect(embedder).toBeNull()
})

test('a base that is imported twice, or beside the first, is another', async () => {
  const { makeBase, embed, exportTo, importFrom, contentOf, catalogue } = openShelf()
  const path = newFile()
  const before = await makeBase()
  await embed(before)
  await exportTo(before, path)
  const first = await importFrom(path)
  const second = await importFrom(path)
  expect(catalogue.bases()).toHaveLength(3)
  expect(await contentOf(second)).toEqual(await contentOf(first))
})

test('a file that is cut, changed, foreign or newer is refused, and leaves nothing', async () => {
  const here = openShelf()
  const there = openShelf()
  const path = newFile()
  const before = await here.makeBase()
  await here.embed(before)
  await here.exportTo(before, path)
  const whole = readFileSync(path)
  const nothing = await there.everything()
  const refused = async (bytes: Uint8Array, code = 'unreadable'): Promise<void> => {
    writeFileSync(path, bytes)
    const details = { subject: 'Papers.parleybase' }
    await expect(there.importFrom(path)).rejects.toMatchObject({ code, details })
    expect(await there.everything()).toEqual(nothing)
  }
  for (const part of [0, 0.0001, 0.01, 0.3, 0.9, 0.9999]) {
    await refused(whole.subarray(0, Math.floor(whole.length * part)))
  }
  for (const part of [0.00001, 0.01, 0.3, 0.9, 0.99999]) {
    const changed = Buffer.from(whole)
    const at = Math.floor(whole.length * part)
    changed[at] = (changed[at] ?? 0) ^ 0x20
    await refused(changed)
  }
  await refused(Buffer.concat([whole, Buffer.from('more')]))
  await refused(Buffer.from('PK\u0003\u0004 no base at all'))
  await refused(Buffer.from('Parley base 3\nwhatever a later Parley writes'), 'exportTooNew')
  mkdirSync(`${path}.d`)
  await expect(there.importFrom(`${path}.d`)).rejects.toMatchObject({ code: 'unreadable' })
  await expect(there.transfer.nameIn(`${path}.gone`)).rejects.toMatchObject({ code: 'unreadable' })
  writeFileSync(path, whole)
  await there.importFrom(path)
})

const base: FrameHead = {
  ...{ kind: 'base', name: 'Bad', embedder: model },
  spaces: [{ model, dimensions: 4, isUsed: true }],
}
const source: FrameHead = {
  ...{ kind: 'source', type: 'note', name: 'n', location: '', mediaType: 'text/plain' },
  ...{
    sizeBytes: 5,
    pages: null,
    changedAt: 1,
    hasContent: true,
    unreadPictures: 0,
    omissions: [],
  },
  indexed: { sha256: 'a'.repeat(64), textLength: 5, passages: 1, lines: 1 },
}
const passage = { start: 0, end: 5, page: null, headings: [], context: '' }
const line = { start: 0, end: 5, page: 1, box: [1, 2, 3, 4] }

function packLine({ start, end, page, box }: typeof line): Uint8Array {
  return Buffer.concat([
    Buffer.from(Uint32Array.of(start, end, page).buffer),
    Buffer.from(Float32Array.from(box).buffer),
  ])
}

type Step = [FrameHead, Uint8Array?]

/** A whole base; a test changes one of its frames. */
const steps = {
  base: [base],
  source: [source],
  text: [{ kind: 'text' }, Buffer.from('hello')],
  lines: [{ kind: 'lines' }, packLine(line)],
  passages: [{ kind: 'passages', passages: [passage] }],
  content: [{ kind: 'content' }, Buffer.from('hello')],
  picture: [{ kind: 'picture', sha256: 'a'.repeat(64), page: 1, model }, Buffer.from('Seen')],
  vectors: [
    { kind: 'vectors', space: 0, textHashes: ['b'.repeat(64)] },
    Buffer.from(Float16Array.of(1, 0, 0, 0).buffer),
  ],
  end: [{ kind: 'end', sources: 1, vectors: 1 }],
} satisfies Record<string, Step>

type Steps = Record<keyof typeof steps, Step>
const order = Object.keys(steps) as (keyof Steps)[]

const hostile: Record<string, (given: Steps) => readonly Step[]> = {
  'no base first': ({ source: first, end }) => [first, end],
  'two bases': ({ base: first, ...rest }) => [first, first, ...Object.values(rest)],
  'a base without an end': (given) => Object.values({ ...given, end: given.content }),
  'frames behind the end': (given) => [...Object.values(given), given.vectors],
  'a source behind the vectors': ({ end, ...rest }) => [...Object.values(rest), rest.source, end],
  'a text without a source': ({ base: first, text, end }) => [first, text, end],
  'more text than it says': (given) => change(given, 'text', { kind: 'text' }, 'hello hello'),
  'less text than it says': (given) => change(given, 'text', { kind: 'text' }, 'hell'),
  'text in no encoding': (given) => change(given, 'text', { kind: 'text' }, Buffer.of(0xff, 0xfe)),
  'a passage beyond the text': (given) =>
    change(given, 'passages', { kind: 'passages', passages: [{ ...passage, end: 6 }] }),
  'a passage backwards': (given) =>
    change(given, 'passages', { kind: 'passages', passages: [{ ...passage, start: 5, end: 5 }] }),
  'a passage without headings': (given) =>
    change(given, 'passages', { kind: 'passages', passages: [{ start: 0, end: 5 }] } as never),
  'a line nowhere': (given) =>
    change(given, 'lines', { kind: 'lines' }, packLine({ ...line, box: [NaN, 0, 0, 0] })),
  'a line on page 0': (given) =>
    change(given, 'lines', { kind: 'lines' }, packLine({ ...line, page: 0 })),
  'half a line': (given) => change(given, 'lines', { kind: 'lines' }, Buffer.alloc(20)),
  'a file that it does not have': (given) =>
    change(given, 'source', { ...source, hasContent: false }),
  'vectors of no space': (given) =>
    change(given, 'vectors', { kind: 'vectors', space: 3, textHashes: ['b'.repeat(64)] }),
  'vectors of other dimensions': (given) =>
    change(given, 'vectors', given.vectors[0], Buffer.alloc(6)),
  'a vector that is no number': (given) =>
    change(given, 'vectors', given.vectors[0], Buffer.from(Float16Array.of(NaN, 0, 0, 0).buffer)),
  'a space without end': (given) =>
    change(given, 'base', {
      ...base,
      spaces: [{ model, dimensions: 1e9, isUsed: true }],
    }),
  'a kind of its own': (given) => change(given, 'content', { kind: 'script' } as never),
  'a picture without a source': ({ base: first, picture, end }) => [first, picture, end],
  'a picture in no encoding': (given) =>
    change(given, 'picture', given.picture[0], Buffer.of(0xff, 0xfe)),
  'a hash that is a path': (given) =>
    change(given, 'source', {
      ...source,
      indexed: { sha256: '../../x', textLength: 5, passages: 1, lines: 1 },
    }),
  'a page that was never read': ({ base: first }) => [
    first,
    [{ ...source, type: 'page', hasContent: false, indexed: null }],
    [{ kind: 'end', sources: 1, vectors: 0 }],
  ],
  'a count that is wrong': (given) => change(given, 'end', { kind: 'end', sources: 2, vectors: 1 }),
}

function change(
  given: Steps,
  name: keyof Steps,
  head: FrameHead,
  body: Uint8Array | string = new Uint8Array(0),
): Step[] {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return order.map((each) => (each === name ? [head, bytes] : given[each]))
}

async function write(path: string, given: readonly Step[]): Promise<void> {
  await writeBaseFile(path, async (frame) => {
    for (const step of given) await frame(...step)
  })
}

test('frames that make no sense are refused, with the right hash too, and leave nothing', async () => {
  const { importFrom, everything, catalogue } = openShelf()
  const path = newFile()
  const nothing = await everything()
  for (const [name, make] of Object.entries(hostile)) {
    await write(path, make(steps))
    const failure = await importFrom(path).then(
      () => 'was imported',
      (error: unknown) => (error as { code?: unknown }).code,
    )
    expect(failure, name).toBe('unreadable')
    expect(await everything(), name).toEqual(nothing)
  }
  await write(path, Object.values(steps))
  await importFrom(path)
  expect(catalogue.bases()).toHaveLength(1)
})

test('an import opens no file of this computer, and no page', async () => {
  const { importFrom, catalogue } = openShelf()
  const path = newFile()
  const writeWith = (type: 'file' | 'page', location: string): Promise<void> =>
    write(path, change(steps, 'source', { ...source, type, location }))
  for (const [type, location] of [
    ['file', '/etc/passwd'],
    ['page', 'file:///etc/passwd'],
  ] as const) {
    await writeWith(type, location)
    const [record] = catalogue.allSources(await importFrom(path), 0, 10)
    expect(record?.source).toMatchObject({ kind: type, location: '' })
    expect(record?.source.status.state).not.toBe('waiting')
  }
})

test('an import that is stopped, and one that was killed, leave nothing', async () => {
  const here = openShelf()
  const there = openShelf()
  const path = newFile()
  const before = await here.makeBase()
  await here.embed(before)
  await here.exportTo(before, path)
  const nothing = await there.everything()
  const stop = new AbortController()
  const put = there.store.put
  there.store.put = async (given) => {
    await put(given)
    stop.abort()
  }
  await expect(there.importFrom(path, stop.signal)).rejects.toMatchObject({ code: 'aborted' })
  expect(await there.everything()).toEqual(nothing)
  // A kill leaves passages of a base that nobody knows.
  await put(testSource(randomUUID(), 'half a base'))
  expect(await there.store.baseIds()).toHaveLength(1)
  await removeStrangers(there.catalogue, there.store)
  expect(await there.everything()).toEqual(nothing)
})

test('an export that fails leaves the earlier file as it was', async () => {
  const { makeBase, exportTo, store, transfer } = openShelf()
  const path = newFile()
  const baseId = await makeBase()
  await exportTo(baseId, path)
  const earlier = readFileSync(path)
  const stop = new AbortController()
  const read = store.read
  store.read = async (id) => {
    stop.abort()
    return read(id)
  }
  const stopped = transfer.exportBase(baseId, path, stop.signal)
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
  expect(readFileSync(path)).toEqual(earlier)
  expect(existsSync(`${path}.part`)).toBe(false)
  await expect(exportTo(randomUUID(), path)).rejects.toMatchObject({ code: 'baseMissing' })
})

test('the name of a file takes nothing of a base’s name that leads elsewhere', () => {
  expect(baseFileName('../a/b: "c"')).toBe('a b c.parleybase')
  expect(baseFileName('..')).toBe('Parley.parleybase')
  expect(baseFileName('Verträge 😀')).toBe('Verträge 😀.parleybase')
})
