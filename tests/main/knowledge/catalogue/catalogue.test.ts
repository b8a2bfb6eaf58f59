import { expect, test } from 'vitest'
import { baseId, newFile, openTestCatalogue } from './openTestCatalogue.ts'

const facts = {
  sha256: 'a'.repeat(64),
  mediaType: 'text/plain',
  sizeBytes: 10,
  changedAt: 1000,
  pages: null,
  passages: 1,
  unreadPictures: 0,
  omissions: [],
}
const embedder = { providerId: 'openai', modelId: 'text-embedding-3-small' }

function named(catalogue: ReturnType<typeof openTestCatalogue>, name: string) {
  const [source] = catalogue.sources({ baseId, after: null, limit: 1, name }).sources
  if (!source) throw new Error(`No source is called ${name}`)
  return source
}

test('a base keeps what the user chose, and counts its sources by their state', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSources(baseId, [newFile('one.txt'), newFile('two.txt'), newFile('three.txt')])
  catalogue.setStates([
    { id: named(catalogue, 'one').id, status: { state: 'ready', passages: 3 } },
    { id: named(catalogue, 'two').id, status: { state: 'skipped', reason: 'empty' } },
  ])
  catalogue.changeBase(baseId, { name: 'Contracts', embedder })
  expect(catalogue.base(baseId)).toMatchObject({
    name: 'Contracts',
    embedder,
    reranker: null,
    counts: { waiting: 1, reading: 0, embedding: 0, ready: 1, failed: 0, skipped: 1 },
  })
  catalogue.changeBase(baseId, { embedder: null })
  expect(catalogue.base(baseId)).toMatchObject({ name: 'Contracts', embedder: null })
})

test('costs add up, and are unknown as soon as one price is', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSpent(baseId, 1000, 0.25)
  catalogue.addSpent(baseId, 500, 0.5)
  expect(catalogue.base(baseId).spent).toEqual({ tokens: 1500, dollars: 0.75 })
  catalogue.addSpent(baseId, 10, null)
  expect(catalogue.base(baseId).spent).toEqual({ tokens: 1510, dollars: null })
})

test('what is not there has a code', () => {
  const catalogue = openTestCatalogue()
  const other = '22222222-2222-4222-8222-222222222222'
  const failing = (code: string) => expect.objectContaining({ code }) as Error
  expect(() => catalogue.base(other)).toThrow(failing('baseMissing'))
  expect(() => catalogue.changeBase(other, { name: 'New' })).toThrow(failing('baseMissing'))
  expect(() => catalogue.removeBase(other)).toThrow(failing('baseMissing'))
  expect(() => catalogue.source(baseId, other)).toThrow(failing('sourceMissing'))
  expect(() => catalogue.readAgain(baseId, other)).toThrow(failing('sourceMissing'))
})

test('sources come page by page in the order of their names, whatever their case and accents', () => {
  const catalogue = openTestCatalogue()
  const names = ['b.txt', 'A.txt', 'ä.txt', 'C.txt', 'b2.txt']
  catalogue.addSources(
    baseId,
    names.map((name) => newFile(name)),
  )
  const first = catalogue.sources({ baseId, after: null, limit: 3 })
  expect(first.more).toBe(true)
  const after = first.sources.at(-1)?.id ?? null
  const second = catalogue.sources({ baseId, after, limit: 3 })
  expect(second.more).toBe(false)
  const all = [...first.sources, ...second.sources].map(({ name }) => name)
  expect(all.slice(0, 2).toSorted()).toEqual(['A.txt', 'ä.txt'])
  expect(all.slice(2)).toEqual(['b.txt', 'b2.txt', 'C.txt'])
  const found = catalogue.sources({ baseId, after: null, limit: 10, name: 'B' })
  expect(found.sources.map(({ name }) => name)).toEqual(['b.txt', 'b2.txt'])
})

test('a file or upload that the base has is not added twice, and each note is its own', () => {
  const catalogue = openTestCatalogue()
  const upload = newFile('paper.pdf', { kind: 'upload', location: '', content: 'c'.repeat(64) })
  const note = newFile('Note', { kind: 'note', location: '', content: 'd'.repeat(64) })
  expect(catalogue.addSources(baseId, [newFile('a'), newFile('a'), upload, upload])).toBe(2)
  expect(catalogue.addSources(baseId, [note, note])).toBe(2)
  expect(catalogue.addSources(baseId, [newFile('a'), upload])).toBe(0)
})

test('a kept file is named as unused only when its last source goes', () => {
  const catalogue = openTestCatalogue()
  const content = 'd'.repeat(64)
  const note = newFile('Note', { kind: 'note', location: '', content })
  catalogue.addSources(baseId, [note, { ...note, name: 'Copy' }])
  expect(catalogue.removeSources(baseId, [named(catalogue, 'note').id])).toEqual([])
  const copy = named(catalogue, 'copy').id
  const changed = { name: 'Copy', content: 'e'.repeat(64), sizeBytes: 3, changedAt: 2000 }
  expect(catalogue.changeContent(copy, changed)).toEqual([content])
  expect(catalogue.removeBase(baseId)).toEqual(['e'.repeat(64)])
})

test('a source that a kill interrupted is read again, and so are failed ones on request', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSources(baseId, [newFile('a'), newFile('b')])
  const [a, b] = catalogue.waiting(baseId, 10)
  catalogue.setStates([
    { id: a?.source.id ?? '', status: { state: 'reading' } },
    {
      id: b?.source.id ?? '',
      status: { state: 'failed', error: { code: 'documentDamaged', message: 'Half' } },
    },
  ])
  expect(catalogue.waiting(baseId, 10)).toEqual([])
  catalogue.resumeReading(baseId)
  expect(catalogue.waiting(baseId, 10).map(({ source }) => source.name)).toEqual(['a'])
  catalogue.readAgain(baseId, null)
  expect(catalogue.waiting(baseId, 10).map(({ source }) => source.name)).toEqual(['a', 'b'])
})

test('reading one source again forgets the hash of what it was', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSources(baseId, [newFile('a')])
  const { id } = named(catalogue, 'a')
  catalogue.setFacts(id, facts)
  catalogue.setStates([{ id, status: { state: 'ready', passages: 1 } }])
  expect(catalogue.source(baseId, id).sha256).toBe(facts.sha256)
  catalogue.readAgain(baseId, id)
  expect(catalogue.waiting(baseId, 10)).toMatchObject([{ source: { id }, sha256: null }])
})

test('a duplicate is known by its bytes, and takes the place of the source that goes', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSources(baseId, [newFile('first'), newFile('second')])
  const first = named(catalogue, 'first').id
  const second = named(catalogue, 'second').id
  catalogue.setFacts(first, facts)
  catalogue.setStates([{ id: first, status: { state: 'ready', passages: 1 } }])
  expect(catalogue.hasTwin(baseId, first, facts.sha256)).toBe(false)
  expect(catalogue.hasTwin(baseId, second, facts.sha256)).toBe(true)
  catalogue.setFacts(second, facts)
  catalogue.setStates([{ id: second, status: { state: 'skipped', reason: 'duplicate' } }])
  catalogue.removeSources(baseId, [first])
  expect(catalogue.waiting(baseId, 10).map(({ source }) => source.id)).toEqual([second])
})

test('a duplicate is read when the original becomes something else', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSources(baseId, [newFile('first'), newFile('second')])
  const first = named(catalogue, 'first').id
  const second = named(catalogue, 'second').id
  for (const id of [first, second]) catalogue.setFacts(id, facts)
  catalogue.setStates([
    { id: first, status: { state: 'ready', passages: 1 } },
    { id: second, status: { state: 'skipped', reason: 'duplicate' } },
  ])
  catalogue.setFacts(first, { ...facts, sha256: 'b'.repeat(64) })
  expect(catalogue.waiting(baseId, 10).map(({ source }) => source.id)).toEqual([second])
})

test('what was removed is remembered until the store has forgotten it too', () => {
  const catalogue = openTestCatalogue()
  catalogue.addSources(baseId, [newFile('a'), newFile('b')])
  const { id } = named(catalogue, 'a')
  catalogue.removeSources(baseId, [id])
  expect(catalogue.removed(baseId)).toEqual([{ baseId, sourceId: id }])
  catalogue.forgetRemoved(baseId, [id])
  expect(catalogue.removed()).toEqual([])
  catalogue.removeBase(baseId)
  expect(catalogue.removed()).toEqual([{ baseId, sourceId: null }])
})
