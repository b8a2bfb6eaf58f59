import { expect, test } from 'vitest'
import { eraseRemoved, removeConversation } from '../../../src/main/chat/history/conversations.ts'
import { createThreadTable } from '../../../src/main/serviceFiles/threadTable.ts'
import { exchange, openChat, openHistory, send } from '../chat/testHistory.ts'
import { scriptedProvider } from '../chat/scriptedProvider.ts'

test('the thread of a chat belongs to one key, and goes when its chat is erased', async () => {
  const database = openHistory()
  const provider = scriptedProvider(async function* () {
    yield { type: 'finish', reason: 'stop' }
  })
  const { conversation } = await exchange(openChat(provider, database).replies, send('Hello'))
  const open = (secretId: string) => createThreadTable(database, { providerId: 'fake', secretId })
  const thread = { threadId: 'thread_1', held: ['a'], lastRunId: null, openRun: { id: null } }
  open('fake').save(conversation.id, thread)
  open('fake').save(conversation.id, { ...thread, openRun: { id: 'run_1' } })
  expect(open('fake').find(conversation.id)).toEqual({ ...thread, openRun: { id: 'run_1' } })
  expect(open('fake#second').find(conversation.id)).toBeUndefined()
  // A later version may write what this one can't read.
  database.run("UPDATE assistant_thread SET thread = '{}'")
  expect(open('fake').find(conversation.id)).toBeUndefined()
  open('fake').forget(conversation.id)
  open('fake').save(conversation.id, thread)
  removeConversation(database, conversation.id, 1)
  eraseRemoved(database)
  expect(database.all('SELECT * FROM assistant_thread')).toEqual([])
})
