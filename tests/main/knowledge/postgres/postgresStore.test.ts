import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { connectPostgres } from '../../../../src/main/knowledge/postgres/connectPostgres.ts'
import { createPostgresStore } from '../../../../src/main/knowledge/postgres/postgresStore.ts'
import { password } from '../../../fakes/startPostgres.ts'
import { describeCompounds } from '../store/compoundContract.ts'
import { describeStore } from '../store/storeContract.ts'
import { testSource } from '../store/testSource.ts'
import { describePostgres } from './describePostgres.ts'

describePostgres('PostgreSQL', (server) => {
  async function open(given: Partial<{ url: string; password: string }> = {}) {
    const database = await connectPostgres({ url: server().url, password, ...given })
    onTestFinished(() => database.close())
    return createPostgresStore({ ...database, close: () => Promise.resolve() })
  }

  describeStore('the store in PostgreSQL', () => open())
  describeCompounds('the store in PostgreSQL', () => open())

  const asked = (baseId: string, words: string) => {
    return { baseIds: [baseId], words, vectors: [], filter: {}, limit: 10 }
  }

  test('people who open it at the same time make the schema once and read the same', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => open()))
    const baseId = randomUUID()
    await stores[0]?.put(testSource(baseId, 'The key is under the mat.'))
    for (const store of stores) expect(await store.search(asked(baseId, 'key'))).toHaveLength(1)
    const source = testSource(baseId, 'The red door.')
    await Promise.all(stores.map((store) => store.put(source)))
    expect(await stores[3]?.search(asked(baseId, 'door'))).toHaveLength(1)
  })

  test.each<[string, { url?: string; password?: string }, string]>([
    ['a wrong password', { password: 'x' }, 'keyRefused'],
    ['no such database', { url: 'missing' }, 'addressInvalid'],
    ['no address', { url: 'https://example.com' }, 'addressInvalid'],
    ['no server', { url: 'postgres://parley@127.0.0.1:1/x' }, 'connectionFailed'],
  ])('%s is told as such', async (_name, given, code) => {
    const url = given.url === 'missing' ? server().url.replace(/postgres$/, 'missing') : given.url
    await expect(open({ ...given, url: url ?? server().url })).rejects.toMatchObject({ code })
  })

  test('a server elsewhere gets nothing without TLS', async () => {
    // The name leads to this computer, and is none of those that need no TLS.
    const url = server().url.replace('127.0.0.1', '127.0.0.2')
    await expect(open({ url })).rejects.toMatchObject({ code: 'connectionFailed' })
  })

  test('the first search and the first change after a restart of the server succeed', async () => {
    const store = await open()
    const baseId = randomUUID()
    await store.put(testSource(baseId, 'The key is under the mat.'))
    // So that several connections are idle.
    await Promise.all(Array.from({ length: 4 }, () => store.search(asked(baseId, 'key'))))
    await server().restart()
    expect(await store.search(asked(baseId, 'key'))).toHaveLength(1)
    await Promise.all(Array.from({ length: 4 }, () => store.search(asked(baseId, 'key'))))
    await server().restart()
    await store.put(testSource(baseId, 'The door is red.'))
    expect(await store.search(asked(baseId, 'door'))).toHaveLength(1)
  })

  test('a member who may create nothing uses what others have made', async () => {
    const owner = await connectPostgres({ url: server().url, password })
    onTestFinished(() => owner.close())
    const baseId = randomUUID()
    await createPostgresStore(owner).put(testSource(baseId, 'The key is under the mat.'))
    await owner.query(`CREATE ROLE bela LOGIN PASSWORD 'x'`)
    await owner.query(`CREATE ROLE reader LOGIN PASSWORD 'x'`)
    await owner.query('REVOKE CREATE ON DATABASE postgres FROM PUBLIC')
    await owner.query('GRANT USAGE ON SCHEMA parley TO bela, reader')
    await owner.query('GRANT ALL ON ALL TABLES IN SCHEMA parley TO bela')
    await owner.query('GRANT SELECT ON ALL TABLES IN SCHEMA parley TO reader')
    const as = (name: string) => ({
      url: server().url.replace('parley@', `${name}@`),
      password: 'x',
    })
    const bela = await open(as('bela'))
    await bela.put(testSource(baseId, 'The door is red.'))
    expect(await bela.search(asked(baseId, 'key'))).toHaveLength(1)
    const reader = await open(as('reader'))
    expect(await reader.search(asked(baseId, 'door'))).toHaveLength(1)
    const text = testSource(baseId, 'Nothing')
    await expect(reader.put(text)).rejects.toMatchObject({ code: 'teamDatabaseReadOnly' })
  })

  test('a server that takes no changes is read, and says so', async () => {
    const owner = await connectPostgres({ url: server().url, password })
    onTestFinished(() => owner.close())
    const baseId = randomUUID()
    await createPostgresStore(owner).put(testSource(baseId, 'The key is under the mat.'))
    await owner.query('ALTER DATABASE postgres SET default_transaction_read_only = on')
    try {
      const store = await open()
      expect(await store.search(asked(baseId, 'key'))).toHaveLength(1)
      const text = testSource(baseId, 'Nothing')
      await expect(store.put(text)).rejects.toMatchObject({ code: 'teamDatabaseReadOnly' })
    } finally {
      await owner.query('ALTER DATABASE postgres RESET default_transaction_read_only')
    }
  })

  test('a server that goes away in the middle loses nothing, and is used again', async () => {
    const store = await open()
    const baseId = randomUUID()
    await store.put(testSource(baseId, 'The red door.'))
    const long = Array.from({ length: 3000 }, (_, index) => `Door ${index}.`).join('\n\n')
    const putting = store.put(testSource(baseId, long)).then(
      () => 'done',
      () => 'failed',
    )
    await server().restart()
    const outcome = await putting
    const found = await store.search({ ...asked(baseId, 'door'), limit: 5000 })
    expect(found).toHaveLength(outcome === 'done' ? 3001 : 1)
    expect((await store.stats(baseId)).passages).toBe(outcome === 'done' ? 3001 : 1)
  })
})
