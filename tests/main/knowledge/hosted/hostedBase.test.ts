import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { testEmbedder } from '../embedding/testEmbedder.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'
import { startTestService } from './startTestService.ts'

const text = 'The tenant pays on the first day.\n\nDogs: the neighbours are asked.\n'

test('a base at a service is read, approved, found by meaning, and found by words when it is away', async () => {
  const service = await startTestService()
  const { providers } = testEmbedder(service.origin)
  const opened = openTestKnowledge({ providers })
  const { handlers, caller, untilDone, list, find } = opened
  const base = await handlers.create(
    { name: 'Lease', store: 'openai', providerId: 'test', embedder: null, expiryDays: 90 },
    caller,
  )
  const baseId = base.id
  const path = join(temporaryFolder(), 'lease.txt')
  writeFileSync(path, text)
  await handlers.addPaths({ baseId, paths: [path] }, caller)
  expect((await untilDone(baseId)).hosted).toMatchObject({
    ...{ state: 'none', files: 0, unapproved: 1, expiryDays: 90, dollarsPerDay: null },
  })
  const search = (query: string) =>
    handlers.search({ baseIds: [baseId], query, filter: {}, limit: 5 }, caller)
  expect(await search('tenant')).toMatchObject({ wordsOnly: 'hosted', hits: [{ wordRank: 1 }] })
  expect(service.requests).toEqual([])

  const { until } = await handlers.hostedPlan({ baseId }, caller)
  await handlers.approveHosted({ baseId, until, approvesAll: false }, caller)
  while ((await find(baseId)).hosted?.usageBytes === 0) await untilDone(baseId)
  expect((await list(baseId))[0]?.status).toEqual({ state: 'ready', passages: 1 })
  const before = service.requests.length
  const typed = { baseIds: [baseId], query: 'tenant', filter: {}, limit: 5, typing: true }
  expect(await handlers.search(typed, caller)).toMatchObject({
    ...{ heldBack: true, wordsOnly: 'typing', hits: [{ wordRank: 1 }] },
  })
  expect(service.requests).toHaveLength(before)
  const { hits, wordsOnly } = await search('neighborhood')
  expect(wordsOnly).toBeNull()
  expect(hits).toMatchObject([{ wordRank: null, vectorRank: 1, sourceName: 'lease.txt' }])
  expect(text.slice(hits[0]?.place.start, hits[0]?.place.end)).toBe(hits[0]?.text)

  const embedder = { providerId: 'test', modelId: 'words-small' }
  await expect(handlers.setEmbedder({ baseId, embedder }, caller)).rejects.toMatchObject({
    code: 'notSupported',
  })
  await service.close()
  expect(await search('tenant')).toMatchObject({
    wordsOnly: 'hostedFailed',
    hits: [{ wordRank: 1 }],
  })
})
