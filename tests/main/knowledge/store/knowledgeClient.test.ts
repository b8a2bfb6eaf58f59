import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createKnowledgeClient } from '../../../../src/main/knowledge/store/knowledgeClient.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { describeStore } from './storeContract.ts'
import { testSource } from './testSource.ts'

const entry = new URL('../../../../src/main/knowledge/store/knowledgeWorker.ts', import.meta.url)

function openClient(path = join(temporaryFolder(), 'knowledge.sqlite')) {
  const logged: unknown[] = []
  const client = createKnowledgeClient({ entry, path, log: (...given) => logged.push(given) })
  onTestFinished(() => client.close())
  return { ...client, logged }
}

describe('one thread for all tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  const path = join(folder, 'knowledge.sqlite')
  const client = createKnowledgeClient({ entry, path, log: () => undefined })

  afterAll(async () => {
    await client.close()
    rmSync(folder, { recursive: true })
  })

  describeStore('the local store in its thread', async () => client.services.store)
})

test('an aborted search rejects at once, and the thread goes on', async () => {
  const { services } = openClient()
  const baseId = randomUUID()
  await services.store.put(testSource(baseId, 'A red door.'))
  const query = { baseIds: [baseId], words: 'door', vectors: [], filter: {}, limit: 1 }
  const abort = new AbortController()
  const searching = services.store.search(query, abort.signal)
  abort.abort()
  await expect(searching).rejects.toMatchObject({ code: 'aborted' })
  expect(await services.store.search(query)).toHaveLength(1)
})

test('a folder that can not be written to is an error of each call', async () => {
  const { services } = openClient('/dev/null/knowledge.sqlite')
  await expect(services.store.stats(randomUUID())).rejects.toThrow()
  await expect(services.store.stats(randomUUID())).rejects.toThrow()
})

test('what was put is there after it was closed and opened again', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  const baseId = randomUUID()
  const first = openClient(path)
  const base = { id: baseId, name: 'Papers', store: 'local', embedder: null } as const
  await first.services.catalogue.addBase({ ...base, providerId: null, createdAt: 1 })
  await first.services.store.put(testSource(baseId, 'A red door.'))
  await first.close()
  await expect(first.services.store.stats(baseId)).rejects.toMatchObject({ code: 'aborted' })
  const second = openClient(path)
  expect((await second.services.store.stats(baseId)).passages).toBe(1)
})

test('what a kill has left of a base that nobody knows is removed at the next opening', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  const baseId = randomUUID()
  const first = openClient(path)
  await first.services.store.put(testSource(baseId, 'A red door.'))
  await first.close()
  expect((await openClient(path).services.store.stats(baseId)).passages).toBe(0)
})
