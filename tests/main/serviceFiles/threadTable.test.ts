import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../../src/main/app/migrations.ts'
import { eraseRemoved, removeConversation } from '../../../src/main/chat/history/trash.ts'
import { createLeavingThreads } from '../../../src/main/serviceFiles/leavingThreads.ts'
import { createThreadTable } from '../../../src/main/serviceFiles/threadTable.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { exchange, openChat, openHistory, send } from '../chat/testHistory.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { scriptedProvider } from '../chat/scriptedProvider.ts'

test('the thread of a chat belongs to one key, and all of them leave when the chat is erased', async () => {
  const database = openHistory()
  const provider = scriptedProvider(async function* () {
    yield { type: 'finish', reason: 'stop' }
  })
  const { conversation } = await exchange(openChat(provider, database).replies, send('Hello'))
  const open = (secretId: string, origin = 'https://one.example') =>
    createThreadTable(database, { providerId: 'fake', secretId, origin })
  const thread = { threadId: 'thread_1', held: ['a'], lastRunId: null, openRun: { id: null } }
  open('fake').save(conversation.id, thread)
  open('fake').save(conversation.id, { ...thread, openRun: { id: 'run_1' } })
  expect(open('fake').find(conversation.id)).toEqual({ ...thread, openRun: { id: 'run_1' } })
  expect(open('fake#second').find(conversation.id)).toBeUndefined()
  expect(open('fake', 'https://two.example').find(conversation.id)).toBeUndefined()
  // A later version may write what this one can't read.
  database.run("UPDATE assistant_thread SET known = '{}'")
  expect(open('fake').find(conversation.id)).toBeUndefined()
  open('fake').save(conversation.id, { ...thread, threadId: 'thread_2' })
  expect(open('fake').find(conversation.id)?.threadId).toBe('thread_2')
  open('fake').note(conversation.id, 'thread_3')
  open('fake').forget(conversation.id)
  expect(open('fake').find(conversation.id)).toBeUndefined()
  const leaving = createLeavingThreads(database)
  removeConversation(database, conversation.id, 1)
  expect(leaving.list()).toEqual([])
  eraseRemoved(database)
  expect(leaving.list().map(({ threadId }) => threadId)).toEqual([
    'thread_1',
    'thread_2',
    'thread_3',
  ])
})

test('a chat of an earlier version goes on with its thread, and a row that can’t be read is left out', () => {
  const path = join(temporaryFolder(), 'history.sqlite')
  const thread = { threadId: 'thread_1', held: ['a'], lastRunId: 'run_1', openRun: null }
  const earlier = openDatabase({ path, migrations: migrations.slice(0, 26) })
  const rows = Object.entries({ one: JSON.stringify(thread), two: '{}', three: '{' })
  for (const [id, json] of rows) {
    earlier.run(
      `INSERT INTO conversation (id, title, title_source, created_at, used_at)
       VALUES (?, 'Chat', 'user', 1, 1)`,
      id,
    )
    earlier.run("INSERT INTO assistant_thread VALUES (?, 'fake', 'fake', ?)", id, json)
  }
  earlier.close()
  const database = openDatabase({ path, migrations })
  const account = { providerId: 'fake', secretId: 'fake', origin: 'https://one.example' }
  const { find } = createThreadTable(database, account)
  expect([find('one'), find('two'), find('three')]).toEqual([thread, undefined, undefined])
  database.close()
})
