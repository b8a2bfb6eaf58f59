import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  IndexedSource,
  KnowledgeStore,
  StoreQuery,
} from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { embedText } from './embedText.ts'
import { testSource } from './testSource.ts'

const animals = [
  'The otter swims in the cold river.',
  'A camel crosses the desert without water.',
  'Penguins stand close together in the storm.',
  'The owl hunts mice at night.',
  'Elephants remember where the wells are.',
  'A spider mends its web after the rain.',
  'The salmon returns to the stream of its birth.',
  'Bees dance to tell where flowers bloom.',
]

/** Describes what every store does with vectors. */
export function describeVectors(getStore: () => KnowledgeStore): void {
  describe('vectors', () => {
    let store: KnowledgeStore
    let baseId: string

    beforeEach(() => {
      store = getStore()
      baseId = randomUUID()
    })

    const put = async (text: string, more: Partial<IndexedSource> = {}): Promise<IndexedSource> => {
      const source = testSource(baseId, text, more)
      await store.put(source)
      return source
    }
    const search = (words: string, more: Partial<StoreQuery> = {}) =>
      store.search({ baseIds: [baseId], words, vectors: [], filter: {}, limit: 10, ...more })
    const model = () => ({ providerId: randomUUID(), modelId: 'small' })
    const embed = (text: string): Float32Array => embedText(text, 48)

    const embedMissing = async (spaceId: number, base = baseId, batch = 7): Promise<number> => {
      for (let paid = 0; ;) {
        const missing = await store.missingVectors(base, spaceId, batch)
        if (missing.length === 0) return paid
        paid += missing.length
        const vectors = missing.map(({ textHash, text }) => ({ textHash, values: embed(text) }))
        await store.putVectors(spaceId, vectors)
      }
    }
    const near = async (text: string, spaceId: number, more: Partial<StoreQuery> = {}) =>
      search('', { vectors: [{ spaceId, values: embed(text) }], limit: 3, ...more })

    test('the most similar passages are found, with their cosine', async () => {
      const source = await put(animals.join('\n\n'))
      const space = await store.openSpace(baseId, model(), 48)
      expect(await store.missingVectors(baseId, space.id, 2)).toHaveLength(2)
      const [first] = await store.missingVectors(baseId, space.id, 1)
      expect(first?.text).toBe(`Chapter\n${animals[0]}`)
      expect(await embedMissing(space.id)).toBe(animals.length)
      expect(await near(animals[3] ?? '', space.id)).toEqual([])
      await store.useSpace(baseId, space.id)
      const [hit] = await near(`Chapter\n${animals[3]}`, space.id)
      expect(hit).toMatchObject({ text: animals[3], vectorRank: 1, wordRank: null })
      expect(hit?.similarity).toBeCloseTo(1, 2)
      expect(hit?.place.sourceId).toBe(source.id)
      const total = animals.length
      expect(await store.stats(baseId)).toMatchObject({
        passages: total,
        spaces: [{ space: { id: space.id }, done: total, total, isUsed: true }],
      })
      expect(await store.vectorCounts(space.id, [source.id])).toEqual([
        { sourceId: source.id, done: total, total },
      ])
    })

    test('words and vectors are fused: what both find comes first', async () => {
      await put(animals.join('\n\n'))
      const space = await store.openSpace(baseId, model(), 48)
      await embedMissing(space.id)
      await store.useSpace(baseId, space.id)
      const [hit] = await near(`Chapter\n${animals[2]}`, space.id, { words: animals[2] ?? '' })
      expect(hit).toMatchObject({ text: animals[2], wordRank: 1, vectorRank: 1 })
      expect(hit?.score).toBeCloseTo(Math.hypot(2 / 11, 1 / 11), 6)
    })

    test('a text is paid for once: in two sources, after a change, and in another base', async () => {
      const source = await put(animals.join('\n\n'))
      await put(animals.slice(0, 3).join('\n\n'))
      const reference = model()
      const space = await store.openSpace(baseId, reference, 48)
      expect(await store.openSpace(baseId, reference, 48)).toEqual(space)
      expect(await embedMissing(space.id)).toBe(animals.length)
      await store.useSpace(baseId, space.id)
      const changed = [...animals.slice(1), 'A new sentence about whales.'].join('\n\n')
      await store.put({ ...testSource(baseId, changed), id: source.id })
      expect(await embedMissing(space.id)).toBe(1)
      const [hit] = await near(`Chapter\n${animals[5]}`, space.id)
      expect(hit?.text).toBe(animals[5])

      const otherId = randomUUID()
      await store.put(testSource(otherId, animals.join('\n\n')))
      expect(await store.openSpace(otherId, reference, 48)).toEqual(space)
      expect(await embedMissing(space.id, otherId)).toBe(0)
      await store.useSpace(otherId, space.id)
      const [other] = await near(`Chapter\n${animals[5]}`, space.id, { baseIds: [otherId] })
      expect(other?.place.baseId).toBe(otherId)
    })

    test('removed and replaced passages are not found by their vectors', async () => {
      const source = await put(animals.join('\n\n'))
      const space = await store.openSpace(baseId, model(), 48)
      await embedMissing(space.id)
      await store.useSpace(baseId, space.id)
      await near('warm', space.id)
      await store.put({ ...testSource(baseId, 'Nothing of that.'), id: source.id })
      expect(await near(`Chapter\n${animals[0]}`, space.id)).toEqual([])
      await embedMissing(space.id)
      expect((await near('x', space.id)).map(({ text }) => text)).toEqual(['Nothing of that.'])
      await store.remove(baseId, [source.id])
      expect(await near('x', space.id)).toEqual([])
    })

    test('filters hold for vectors too', async () => {
      await put(animals.slice(0, 4).join('\n\n'))
      const note = await put(animals.slice(4).join('\n\n'), { kind: 'note' })
      const space = await store.openSpace(baseId, model(), 48)
      await embedMissing(space.id)
      await store.useSpace(baseId, space.id)
      const hits = await near(`Chapter\n${animals[0]}`, space.id, { filter: { kinds: ['note'] } })
      expect(hits).toHaveLength(3)
      expect(new Set(hits.map(({ place }) => place.sourceId))).toEqual(new Set([note.id]))
    })

    test('another model is a space of its own, beside the one that serves', async () => {
      await put(animals.join('\n\n'))
      const before = await store.openSpace(baseId, model(), 48)
      await embedMissing(before.id)
      await store.useSpace(baseId, before.id)
      const next = await store.openSpace(baseId, model(), 32)
      const [first] = await store.missingVectors(baseId, next.id, 1)
      const values = embedText(first?.text ?? '', 32)
      await store.putVectors(next.id, [{ textHash: first?.textHash ?? '', values }])
      const both = [
        { spaceId: before.id, values: embed(`Chapter\n${animals[6]}`) },
        { spaceId: next.id, values },
      ]
      const [hit] = await search('', { vectors: both })
      expect(hit?.text).toBe(animals[6])
      await store.useSpace(baseId, next.id)
      await store.dropSpace(baseId, before.id)
      expect((await store.stats(baseId)).spaces).toMatchObject([{ done: 1, isUsed: true }])
      await store.useSpace(baseId, null)
      expect((await store.stats(baseId)).spaces).toMatchObject([{ isUsed: false }])
      await expect(store.useSpace(baseId, before.id)).rejects.toMatchObject({ code: 'notFound' })
    })

    test('a space that another base uses stays when one leaves it', async () => {
      const otherId = randomUUID()
      await put(animals.join('\n\n'))
      await store.put(testSource(otherId, animals.join('\n\n')))
      const reference = model()
      const space = await store.openSpace(baseId, reference, 48)
      await store.openSpace(otherId, reference, 48)
      await embedMissing(space.id)
      await store.useSpace(otherId, space.id)
      await store.dropSpace(baseId, space.id)
      const hits = await near(`Chapter\n${animals[1]}`, space.id, { baseIds: [baseId, otherId] })
      expect(new Set(hits.map(({ place }) => place.baseId))).toEqual(new Set([otherId]))
      await store.removeBase(otherId)
      await expect(store.missingVectors(otherId, space.id, 1)).resolves.toEqual([])
    })

    test.each([
      ['NaN', [Number.NaN, ...Array.from({ length: 47 }, () => 1)]],
      ['an infinite number', [Infinity, ...Array.from({ length: 47 }, () => 1)]],
      ['too few dimensions', [1, 2, 3]],
      ['none', []],
    ])('vectors with %s are refused as a whole', async (_what, values) => {
      await put(animals.join('\n\n'))
      const space = await store.openSpace(baseId, model(), 48)
      const [one, two] = await store.missingVectors(baseId, space.id, 2)
      const vectors = [
        { textHash: one?.textHash ?? '', values: embed('x') },
        { textHash: two?.textHash ?? '', values: Float32Array.from(values) },
      ]
      await expect(store.putVectors(space.id, vectors)).rejects.toMatchObject({
        code: 'badInput',
      })
      expect((await store.stats(baseId)).spaces).toMatchObject([{ done: 0 }])
      await expect(store.openSpace(baseId, model(), 0)).rejects.toMatchObject({
        code: 'badInput',
      })
    })

    test('vectors of any length count by their direction', async () => {
      await put(animals.join('\n\n'))
      const space = await store.openSpace(baseId, model(), 48)
      const missing = await store.missingVectors(baseId, space.id, 100)
      await store.putVectors(
        space.id,
        missing.map(({ textHash, text }, index) => ({
          textHash,
          values: embed(text).map((value) => value * 10 ** (index - 3)),
        })),
      )
      await store.putVectors(space.id, [])
      await store.useSpace(baseId, space.id)
      for (const animal of animals) {
        const [hit] = await near(`Chapter\n${animal}`, space.id)
        expect(hit?.text).toBe(animal)
      }
    })
  })
}
