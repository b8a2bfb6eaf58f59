import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  IndexedSource,
  KnowledgeStore,
  StoreQuery,
} from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { testSource } from './testSource.ts'
import { describeVectors } from './vectorContract.ts'

/** Describes what every store does. `open` returns one, in which other bases
 * may be, and closes it after the test. With `serviceFinds` a service finds by meaning, without vectors. */
export function describeStore(
  name: string,
  open: () => Promise<KnowledgeStore>,
  { serviceFinds = false }: { serviceFinds?: boolean } = {},
): void {
  describe(name, () => {
    let store: KnowledgeStore
    let baseId: string

    beforeEach(async () => {
      store = await open()
      baseId = randomUUID()
    })

    const put = async (text: string, more: Partial<IndexedSource> = {}): Promise<IndexedSource> => {
      const source = testSource(baseId, text, more)
      await store.put(source)
      return source
    }
    const search = (words: string, more: Partial<StoreQuery> = {}) =>
      store.search({ baseIds: [baseId], words, vectors: [], filter: {}, limit: 10, ...more })
    const found = async (words: string, more: Partial<StoreQuery> = {}): Promise<string[]> =>
      (await search(words, more)).map(({ text }) => text)

    describe('words', () => {
      test('a passage is found with its place, its headings and its exact text', async () => {
        const text = '# Pump\n\nThe pump\u0000 starts 🚀 at noon.\n\nThe valve closes at night.'
        const source = await put(text, { name: 'manual.md' })
        const [hit] = await search('when does the valve close')
        expect(hit).toMatchObject({
          text: 'The valve closes at night.',
          sourceName: 'manual.md',
          sourceKind: 'file',
          headings: ['Chapter'],
          wordRank: 1,
          ...(!serviceFinds && { vectorRank: null, similarity: null }),
          place: { baseId, sourceId: source.id, sha256: source.sha256, page: 1 },
        })
        expect(text.slice(hit?.place.start, hit?.place.end)).toBe(hit?.text)
        expect(await found('starts')).toEqual(['The pump\u0000 starts 🚀 at noon.'])
      })

      test.each([
        [
          'English',
          'The tenants have been paying their rents every month since the flood.',
          'tenant pays the rent monthly',
        ],
        [
          'German',
          'Die Verträge der Mieter wurden im Frühling des vergangenen Jahres gekündigt.',
          'gekündigter Vertrag',
        ],
        [
          'French',
          'Les élèves étudiaient les révolutions françaises dans leurs anciennes écoles.',
          'élève qui étudie une révolution',
        ],
        [
          'Russian',
          'Новые договоры были подписаны представителями нескольких компаний вчера вечером.',
          'новый договор компании',
        ],
        [
          'Japanese',
          '東京の会議室で新しい契約書に署名しました。とても長い会議でした。',
          '契約書の署名',
        ],
        ['Chinese', '公司在北京签署了新的合同，会议持续了三个小时，大家都很满意。', '合同签署'],
        [
          'Korean',
          '회사는 서울에서 새로운 계약서에 서명했습니다. 회의는 세 시간 동안 계속되었습니다.',
          '계약서',
        ],
        [
          'Arabic',
          'وقعت الشركات الجديدة على العقود في القاهرة بعد مفاوضات طويلة استمرت أسابيع.',
          'عقود الشركة',
        ],
      ])('a question in %s finds other forms of its words', async (_language, text, question) => {
        await put(text)
        await put('Something else altogether is written here.')
        expect((await found(question))[0]).toBe(text)
      })

      test('a word that is typed in part is found', async () => {
        await put('The thermostatic regulator is broken.')
        expect(await found('thermost')).toHaveLength(1)
      })

      test('quotation marks and operators of a query language are plain text', async () => {
        await put('One AND two OR "three" NEAR (four) five* -six text:seven')
        for (const words of ['"', '"three', 'NEAR(', 'AND', '* text: -', 'text:seven', '{}', '^']) {
          await search(words)
        }
        expect(await found('"three" OR (')).toHaveLength(1)
      })

      test('C++, C#, F# and .NET are words', async () => {
        const rows = ['C++', 'C#', 'F#', '.NET'].map((name) => `We write it in ${name}, mostly.`)
        for (const text of [...rows, 'We write it in C, mostly.', 'A fishing net lies there.']) {
          await put(text)
        }
        for (const [index, name] of ['c++', 'C#', 'f#', '.net'].entries()) {
          expect((await found(name))[0], name).toBe(rows[index])
        }
        expect(await found('net')).toHaveLength(2)
      })

      test('a stem of one language is not looked for in another', async () => {
        const english = 'The old mill is by the river, and it is what they have been selling.'
        await put('Wir haben die Mühle verkauft, weil sie für uns nicht mehr zu halten war.')
        for (let index = 0; index < 20; index += 1) await put(`${english} ${String(index)}`)
        const best = 'Selling a mill takes time, and this is how it has been done in the valley.'
        await put(best)
        expect((await found('how the selling of a mill is done'))[0]).toBe(best)
        expect((await found('verkaufte Mühlen'))[0]).toContain('Mühle')
      })

      test('common words do not hide the rare one', async () => {
        for (let index = 0; index < 30; index += 1) await put(`The pump of house ${index} is old.`)
        await put('The pump of the chapel is old.')
        expect((await found('where is the pump of the chapel'))[0]).toContain('chapel')
      })
    })

    describe('filters', () => {
      test('only the given bases, folders, kinds, types, times and sources are searched', async () => {
        const folderId = randomUUID()
        const first = await put('apple one', {
          folderId,
          mediaType: 'application/pdf',
          changedAt: 10,
        })
        await put('apple two', { kind: 'note', mediaType: 'text/markdown', changedAt: 20 })
        await store.put(testSource(randomUUID(), 'apple three'))
        expect((await found('apple')).toSorted()).toEqual(['apple one', 'apple two'])
        const filtered = (filter: StoreQuery['filter']) => found('apple', { filter })
        expect(await filtered({ folderIds: [folderId] })).toEqual(['apple one'])
        expect(await filtered({ kinds: ['note'] })).toEqual(['apple two'])
        expect(await filtered({ mediaTypes: ['application/pdf'] })).toEqual(['apple one'])
        expect(await filtered({ mediaTypes: ['text/'] })).toEqual(['apple two'])
        expect(await filtered({ mediaTypes: ['text'] })).toEqual([])
        expect(await filtered({ changedAfter: 20 })).toEqual(['apple two'])
        expect(await filtered({ changedBefore: 20 })).toEqual(['apple one'])
        expect(await filtered({ sourceIds: [first.id] })).toEqual(['apple one'])
        expect(await filtered({ sourceIds: [] })).toEqual([])
        expect(await found('apple', { baseIds: [] })).toEqual([])
      })
    })

    describe('changes', () => {
      test('a source that is put again replaces its earlier text', async () => {
        const source = await put('The red door.')
        await store.put({ ...testSource(baseId, 'The green door.'), id: source.id })
        expect(await found('red')).toEqual([])
        expect(await found('door')).toEqual(['The green door.'])
        expect((await store.stats(baseId)).passages).toBe(1)
      })

      test('removed sources and bases are not found', async () => {
        const first = await put('The red door.')
        await put('The green door.')
        await store.remove(randomUUID(), [first.id])
        expect(await found('door')).toHaveLength(2)
        await store.remove(baseId, [first.id])
        expect(await found('door')).toEqual(['The green door.'])
        await store.removeBase(baseId)
        expect(await found('door')).toEqual([])
        expect((await store.stats(baseId)).passages).toBe(0)
      })

      test('a search finds the earlier text until the new one is whole', async () => {
        const source = await put('The red door.')
        const long = Array.from({ length: 2000 }, (_, index) => `Door number ${index}.`).join(
          '\n\n',
        )
        const putting = store.put({ ...testSource(baseId, long), id: source.id })
        const during = await found('door', { limit: 100 })
        // It may be done already, but never half.
        if (during.length !== 100) expect(during).toEqual(['The red door.'])
        await putting
        expect(await found('red')).toEqual([])
        expect(await found('door', { limit: 100 })).toHaveLength(100)
      })

      test('sources that are put at the same time are all there', async () => {
        await Promise.all(Array.from({ length: 20 }, (_, index) => put(`Door of house ${index}.`)))
        expect(await found('door', { limit: 50 })).toHaveLength(20)
      })
    })

    describe('reading', () => {
      test('isFound tells whether its own words find a source', async () => {
        const source = await put('The red door.')
        const empty = await put('')
        const symbols = await put('--- *** ---')
        expect(await store.isFound(baseId, source.id)).toBe(true)
        expect(await store.isFound(randomUUID(), source.id)).toBe(false)
        expect(await store.isFound(baseId, randomUUID())).toBe(false)
        expect(await store.isFound(baseId, empty.id)).toBe(false)
        expect(await store.isFound(baseId, symbols.id)).toBe(true)
      })

      test('any part of a long text is read exactly', async () => {
        const text = Array.from({ length: 9000 }, (_, index) => `${index}🚀`).join(' ')
        const source = await put(text)
        for (const [start, end] of [
          [0, 10],
          [8190, 8194],
          [16_380, 40_001],
          [text.length - 5, text.length + 10],
          [0, text.length],
          [7, 7],
        ] as const) {
          const read = await store.text(source.id, start, end)
          expect(read).toEqual({
            text: text.slice(start, end),
            length: text.length,
            sha256: source.sha256,
          })
        }
        await expect(store.text(randomUUID(), 0, 1)).rejects.toMatchObject({
          code: 'sourceMissing',
        })
      })

      test('neighbours of a passage come in reading order', async () => {
        await put('One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.')
        const [hit] = await search('four')
        if (!hit) throw new Error('Nothing was found')
        const texts = async (count: number) =>
          (await store.neighbours(hit.place, count)).map(({ text }) => text)
        expect(await texts(1)).toEqual(['Three.', 'Four.', 'Five.'])
        expect(await texts(2)).toEqual(['Two.', 'Three.', 'Four.', 'Five.'])
      })

      test('the lines of a range come by page', async () => {
        const text = Array.from({ length: 1000 }, (_, index) => `Line ${index}`).join('\n')
        const source = await put(text)
        const start = text.indexOf('Line 39\n')
        const end = text.indexOf('Line 42\n')
        expect(await store.lines(source.id, start, end)).toEqual([
          { page: 1, lines: [{ x: 72, y: 39 * 12, width: 400, height: 12 }] },
          {
            page: 2,
            lines: [
              { x: 72, y: 0, width: 400, height: 12 },
              { x: 72, y: 12, width: 400, height: 12 },
            ],
          },
        ])
      })
    })

    if (!serviceFinds) describeVectors(() => store)
  })
}
