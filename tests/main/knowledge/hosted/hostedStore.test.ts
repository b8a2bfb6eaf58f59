import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { KnowledgeStore } from '../../../../src/main/knowledge/store/knowledgeStore.ts'
import { describeStore } from '../store/storeContract.ts'
import { testSource } from '../store/testSource.ts'
import { openTestHosted } from './openTestHosted.ts'
import { startTestService } from './startTestService.ts'

/** A store whose sources are at the service before they are searched. */
async function openSynced(): Promise<KnowledgeStore> {
  const service = await startTestService()
  const { hosted, put, sync } = openTestHosted(service.baseUrl)
  const changed = new Set<string>()
  return {
    ...hosted.store,
    async put(source) {
      await put(source)
      changed.add(source.baseId)
    },
    async search(query, signal) {
      for (const baseId of query.baseIds) if (changed.delete(baseId)) await sync(baseId)
      return hosted.store.search(query, signal)
    },
  }
}

describeStore('the store at a service', openSynced, { serviceFinds: true })

const text = [
  'The tenant pays on the first day of the month.',
  'A dog may be kept if the neighbours agree.',
  'Repairs of the roof are paid by the owner of the house.',
].join('\n\n')
const asked = (baseId: string, words: string) => ({
  ...{ baseIds: [baseId], words, vectors: [], filter: {}, limit: 10 },
})

test('what the service finds by meaning has its exact place, and says how it was found', async () => {
  const service = await startTestService()
  const { hosted, put, sync } = openTestHosted(service.baseUrl)
  const baseId = randomUUID()
  const source = testSource(baseId, text, { name: 'lease.pdf' })
  await put(source)
  await sync(baseId)
  // The fake takes the first four letters for the meaning, and no word is the same.
  const [hit] = await hosted.store.search(asked(baseId, 'neighborhood'))
  expect(hit).toMatchObject({
    sourceName: 'lease.pdf',
    wordRank: null,
    vectorRank: 1,
    similarity: 1,
  })
  expect(text.slice(hit?.place.start, hit?.place.end)).toBe(hit?.text)
  expect(service.violations).toEqual([])
  expect([...service.files.values()][0]).toMatchObject({
    text,
    name: `lease.pdf [parley-${baseId.slice(0, 8)}-1].txt`,
  })
})

test('a chunk that the service has cut within words and spaces is found in the text', async () => {
  const service = await startTestService()
  const { table, put, sync } = openTestHosted(service.baseUrl)
  const baseId = randomUUID()
  const source = testSource(baseId, text)
  await put(source)
  await sync(baseId)
  const [fileId = ''] = service.files.keys()
  const found = (chunk: string) =>
    table
      .findChunks(baseId, [{ fileId, text: chunk, similarity: 1 }])
      .map(({ start, end }) => text.slice(start, end))
  expect(found('  A dog may be kept ')).toEqual(['A dog may be kept'])
  expect(found('of the month. A dog may be kept')).toEqual(['of the month.\n\nA dog may be kept'])
  expect(found('\ufffdnant pays on the first day of the mon\ufffd')).toEqual([
    'on the first day of',
  ])
  expect(found('Nothing of this is there at all')).toEqual([])
  expect(found('   ')).toEqual([])
})

test('without an answer of the service words are found, with the reason', async () => {
  const service = await startTestService()
  const { hosted, put, sync, requested } = openTestHosted(service.baseUrl)
  const baseId = randomUUID()
  await put(testSource(baseId, text))
  expect(await hosted.store.nearest(asked(baseId, 'tenant'))).toEqual({
    near: [],
    failure: 'hosted',
  })
  await sync(baseId)
  requested.length = 0
  service.fail({ at: 'POST /vector_stores/', how: { status: 500 }, times: 2 })
  const near = await hosted.store.nearest(asked(baseId, 'tenant'))
  expect(near).toEqual({ near: [], failure: 'hostedFailed' })
  expect(requested).toEqual([baseId])
  const hits = await hosted.store.search(asked(baseId, 'tenant'))
  expect(hits.map(({ wordRank, vectorRank }) => [wordRank, vectorRank])).toEqual([[1, null]])
})

test('filters go to the service as far as it knows them', async () => {
  const service = await startTestService()
  const { hosted, put, sync } = openTestHosted(service.baseUrl)
  const baseId = randomUUID()
  const source = testSource(baseId, text)
  await put(source)
  await sync(baseId)
  const filter = { kinds: ['note' as const], sourceIds: [source.id], changedAfter: 5 }
  expect(await hosted.store.search({ ...asked(baseId, 'tenant'), filter })).toEqual([])
  const sent = service.requests.at(-1)?.body
  expect(sent).toMatchObject({
    filters: {
      type: 'and',
      filters: [
        { type: 'in', key: 'source', value: [source.id] },
        { type: 'in', key: 'kind', value: ['note'] },
        { type: 'gte', key: 'changed_at', value: 5 },
      ],
    },
  })
  expect(service.violations).toEqual([])
})
