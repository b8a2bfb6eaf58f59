import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  connectPostgres,
  type VectorSupport,
} from '../../../../src/main/knowledge/postgres/connectPostgres.ts'
import { createPostgresStore } from '../../../../src/main/knowledge/postgres/postgresStore.ts'
import type { KnowledgeStore } from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { startPglite, type TestPglite } from '../../../fakes/startPglite.ts'
import { embedText } from '../store/embedText.ts'
import { describeStore } from '../store/storeContract.ts'
import { testSource } from '../store/testSource.ts'

const dimensions = 16

// PGlite has one session: what only several at a time show is tested on Debian's PostgreSQL.
describe('pgvector', () => {
  let server: TestPglite

  beforeAll(async () => {
    server = await startPglite()
  }, 120_000)
  afterAll(() => server.stop())

  async function connect() {
    const database = await connectPostgres({ url: server.url, password: undefined })
    onTestFinished(() => database.close())
    return database
  }

  async function open(vectors: VectorSupport = 'filtered') {
    const database = await connect()
    expect(database.vectors).toBe('filtered')
    return createPostgresStore({ ...database, vectors, close: () => Promise.resolve() })
  }

  describeStore('the store in PostgreSQL with pgvector', () => open())

  /** Fills a base with one passage for each text, and its vectors. */
  async function fill(
    store: KnowledgeStore,
    model: { providerId: string; modelId: string },
    texts: readonly string[],
  ): Promise<{ baseId: string; spaceId: number }> {
    const baseId = randomUUID()
    await store.put(testSource(baseId, texts.join('\n\n')))
    const { id: spaceId } = await store.openSpace(baseId, model, dimensions)
    const missing = await store.missingVectors(baseId, spaceId, texts.length)
    await store.putVectors(
      spaceId,
      missing.map(({ textHash, text }) => ({ textHash, values: embedText(text, dimensions) })),
    )
    await store.useSpace(baseId, spaceId)
    return { baseId, spaceId }
  }

  const scansOfIndex = async (spaceId: number): Promise<number> => {
    await server.query('SELECT pg_stat_force_next_flush()')
    const [row] = await server.query(
      `SELECT idx_scan FROM pg_stat_user_indexes
       WHERE indexrelname = 'embedding_${String(spaceId)}_nearest'`,
    )
    return Number(row?.['idx_scan'])
  }

  test('a large base is asked through the index, which hides no small one beside it', async () => {
    const store = await open()
    const earlier = await open('indexed')
    const model = { providerId: randomUUID(), modelId: 'small' }
    const house = (index: number) => `The red door of house ${String(index % 250)} is open.`
    const houses = Array.from({ length: 2100 }, (_, index) => house(index))
    const large = await fill(store, model, houses)
    // Each of them is farther from the question than every house.
    const animals = ['An otter swims.', 'A camel walks.', 'Bees dance.']
    const small = await fill(store, model, animals)
    const { spaceId } = small
    expect(spaceId).toBe(large.spaceId)
    // With so few vectors, PostgreSQL prefers to compare and sort all of them.
    await server.query('ANALYZE; SET enable_sort = off')
    onTestFinished(async () => {
      await server.query('RESET enable_sort')
    })
    const near = async (asked: KnowledgeStore, baseId: string, limit: number) => {
      const vectors = [{ spaceId, values: embedText(`Chapter\n${house(123)}`, dimensions) }]
      const hits = await asked.search({ baseIds: [baseId], words: '', vectors, filter: {}, limit })
      return hits.map(({ text }) => text)
    }
    for (const each of [store, earlier]) {
      expect((await near(each, small.baseId, 10)).toSorted()).toEqual(animals.toSorted())
      const scans = await scansOfIndex(spaceId)
      expect(await near(each, large.baseId, 2)).toEqual([house(123), house(123)])
      expect(await scansOfIndex(spaceId)).toBe(scans + 1)
      // More than the index of an earlier pgvector gives.
      expect(await near(each, large.baseId, 1000)).toHaveLength(1000)
    }
  })

  test('an extension that can not be reached is done without', async () => {
    await server.query('CREATE SCHEMA elsewhere; ALTER EXTENSION vector SET SCHEMA elsewhere')
    onTestFinished(async () => {
      await server.query('ALTER EXTENSION vector SET SCHEMA public')
    })
    const database = await connect()
    expect(database.vectors).toBe('none')
    const store = createPostgresStore(database)
    const model = { providerId: randomUUID(), modelId: 'small' }
    const { baseId, spaceId } = await fill(store, model, ['An otter swims.', 'Bees dance.'])
    const vectors = [{ spaceId, values: embedText('Chapter\nBees dance.', dimensions) }]
    const asked = { baseIds: [baseId], words: '', vectors, filter: {}, limit: 1 }
    expect(await store.search(asked)).toMatchObject([{ text: 'Bees dance.' }])
  })
})
