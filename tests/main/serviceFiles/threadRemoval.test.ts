import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { eraseRemoved, removeConversation } from '../../../src/main/chat/history/trash.ts'
import { createThreadRemoval } from '../../../src/main/serviceFiles/threadRemoval.ts'
import { createLeavingThreads } from '../../../src/main/serviceFiles/leavingThreads.ts'
import { createThreadTable } from '../../../src/main/serviceFiles/threadTable.ts'
import { startFakeAssistants, type FakeAssistants } from '../../fakes/fakeAssistants.ts'
import { startFakeServer } from '../../fakes/fakeServer.ts'
import { scriptedProvider } from '../chat/scriptedProvider.ts'
import { exchange, openChat, openHistory, send } from '../chat/testHistory.ts'
import { openProviders } from '../providers/openProviders.ts'

let fake: FakeAssistants

beforeEach(async () => {
  fake = await startFakeAssistants()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

interface Left {
  threadIds: string[]
  gone?: string[]
  baseUrl?: string
}

/** Opens a history with a chat that has made threads; `gone` ones are not at the service. */
async function open({ threadIds, gone = [], baseUrl = fake.baseUrl }: Left) {
  const database = openHistory()
  const { providers, setKey } = openProviders()
  const preset = { presetId: null, kind: 'openai-compatible', baseUrl } as const
  const { id, name } = await providers.add(preset)
  await setKey(id, 'sk-fake-0123456789')
  const silent = scriptedProvider(async function* () {
    yield { type: 'finish', reason: 'stop' }
  })
  const { conversation } = await exchange(openChat(silent, database).replies, send('Hello'))
  const { origin } = new URL(baseUrl)
  const record = createThreadTable(database, { providerId: id, secretId: id, origin })
  for (const threadId of [...threadIds, ...gone]) {
    record.save(conversation.id, { threadId, held: [], lastRunId: null, openRun: null })
  }
  for (const threadId of threadIds) {
    fake.threads.set(threadId, { id: threadId, messages: [], runs: [] })
  }
  const remove = (): void => removeConversation(database, conversation.id, 1)
  const table = createLeavingThreads(database)
  return {
    ...{ id, name, providers, setKey, table, remove },
    erase: (): void => {
      remove()
      eraseRemoved(database)
    },
    /** As at a start. */
    start: () => createThreadRemoval({ ...providers, table: () => table }),
  }
}

test('threads are deleted once their chat is erased, replaced and lost ones too', async () => {
  const { start, erase, remove, table } = await open({
    threadIds: ['thread_1', 'thread_2'],
    gone: ['thread_3'],
  })
  await start().remove()
  expect(fake.requests).toEqual([])
  erase()
  await start().remove()
  expect(fake.threads.size).toBe(0)
  expect(table.list()).toEqual([])
  expect(start().left()).toEqual([])
  expect(remove).toThrow('does not exist')
})

test('a thread that can’t be deleted is named with the reason, and tried at the next start', async () => {
  const { start, erase, name, table } = await open({ threadIds: ['thread_1'] })
  erase()
  fake.fail('DELETE /threads', { status: 401, message: 'No' })
  const first = start()
  await first.remove()
  expect(first.left()).toMatchObject([{ service: name, error: { code: 'keyRefused' } }])
  expect(table.list()).toHaveLength(1)
  await start().remove()
  expect(fake.threads.size).toBe(0)
  expect(start().left()).toEqual([])
})

test('a provider that is turned off or gone is asked nothing, and can be forgotten', async () => {
  const { start, erase, id, name, providers } = await open({ threadIds: ['thread_1'] })
  erase()
  await providers.update(id, { enabled: false })
  const removal = start()
  await removal.remove()
  expect(removal.left()).toMatchObject([{ service: name, error: { code: 'providerMissing' } }])
  await providers.remove(id)
  await removal.remove()
  expect(removal.left()).toMatchObject([{ service: id, error: { code: 'providerMissing' } }])
  expect(fake.requests).toEqual([])
  removal.forget()
  expect(removal.left()).toEqual([])
})

test('a page that is not found does not mean that the thread is gone', async () => {
  const proxy = await startFakeServer((_seen, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Sign in first</html>')
  })
  onTestFinished(() => proxy.close())
  const { start, erase } = await open({ threadIds: ['thread_1'], baseUrl: `${proxy.origin}/v1` })
  erase()
  const removal = start()
  await removal.remove()
  expect(removal.left()).toMatchObject([{ error: { code: 'notAnApi' } }])
})

test('a thread is not asked for at another address, which would not know it', async () => {
  const other = await startFakeAssistants()
  onTestFinished(() => other.close())
  const { start, erase, id, name, providers, setKey } = await open({ threadIds: ['thread_1'] })
  erase()
  await providers.update(id, { baseUrl: other.baseUrl })
  await setKey(id, 'sk-fake-0123456789')
  await start().remove()
  expect([...other.requests, ...fake.requests]).toEqual([])
  expect(start().left()).toMatchObject([
    {
      service: name,
      error: { code: 'keyWithheld', details: { subject: new URL(fake.baseUrl).origin } },
    },
  ])
  await providers.update(id, { baseUrl: fake.baseUrl })
  await setKey(id, 'sk-fake-0123456789')
  await start().remove()
  expect(fake.threads.size).toBe(0)
  expect(start().left()).toEqual([])
})

test('a refused key is tried with no more threads than at once', async () => {
  const server = await startFakeServer((_seen, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
  })
  onTestFinished(() => server.close())
  const threadIds = Array.from({ length: 12 }, (_, index) => `thread_${String(index)}`)
  const { start, erase, table } = await open({ threadIds, baseUrl: `${server.origin}/v1` })
  erase()
  await start().remove()
  expect(server.requests).toHaveLength(5)
  expect(table.list().map(({ error }) => error?.code)).toEqual(threadIds.map(() => 'keyRefused'))
})
