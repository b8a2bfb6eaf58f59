import { expect, test } from 'vitest'
import { chat as contract } from '../../../../src/shared/chat/chat.ts'
import { maxQueueLength } from '../../../../src/shared/limits.ts'
import type { QueuedMessage, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import type { Attachment } from '../../../../src/shared/chat/parts.ts'
import { eraseRemoved, removeConversation } from '../../../../src/main/chat/history/trash.ts'
import { mendConversations } from '../../../../src/main/chat/history/mendConversations.ts'
import { listMessages } from '../../../../src/main/chat/history/messages.ts'
import { dequeue, enqueue, listQueued } from '../../../../src/main/chat/history/queue.ts'
import { usedFiles } from '../../../../src/main/chat/history/usedFiles.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, model, openChat, openHistory, send, textsOf } from '../testHistory.ts'

const nobody = (): boolean => false
const file: Attachment = {
  id: 'a'.repeat(64),
  name: 'notes.txt',
  mediaType: 'text/plain',
  sizeBytes: 5,
}

function put(
  database: Database,
  conversationId: string,
  text: string,
  files: Attachment[] = [],
): QueuedMessage {
  const queue = { database, now: () => 7, assertStored: () => undefined }
  return enqueue(queue, { conversationId, text, files })
}

function sendQueued(queuedId: string, parentId: string): ReplyInput {
  return { kind: 'sendQueued', queuedId, parentId, model }
}

test('a queued message keeps its place, text and files, over a restart too', async () => {
  const folder = temporaryFolder()
  const database = openDatabase({ path: historyPath(folder), migrations })
  const { replies } = openChat(saying('An answer'), database)
  const { conversation } = await exchange(replies, send('go'))
  const first = put(database, conversation.id, 'First', [file])
  const second = put(database, conversation.id, 'Second')
  database.close()

  const reopened = openHistory(folder)
  const queued = listQueued(reopened, conversation.id)
  expect(queued).toEqual([first, second])
  expect(contract.queued.output.parse(queued)).toEqual(queued)
  expect(usedFiles(reopened)).toEqual(new Set([file.id]))
})

test('it leaves the queue as it enters the chat, and is sent once', async () => {
  const { replies, database, events } = openChat(saying('An answer'))
  const { conversation, answer } = await exchange(replies, send('go'))
  const first = put(database, conversation.id, 'First', [file])
  const second = put(database, conversation.id, 'Second')
  await exchange(replies, sendQueued(first.id, answer.id))
  const page = { conversationId: conversation.id, before: null, limit: 9 }
  const { messages } = listMessages(database, page, nobody)
  expect(textsOf(messages)).toEqual(['go', 'An answer', 'file|First', 'An answer'])
  expect(events.filter(({ name }) => name === 'queueChanged')).toEqual([
    { name: 'queueChanged', payload: { conversationId: conversation.id, queued: [second] } },
  ])
  await expect(exchange(replies, sendQueued(first.id, answer.id))).rejects.toMatchObject({
    code: 'messageMissing',
  })
  expect(listMessages(database, page, nobody).messages).toHaveLength(4)
})

test('what could not be sent stays in the queue', async () => {
  const { replies, database } = openChat(saying('An answer'))
  const { conversation } = await exchange(replies, send('go'))
  const elsewhere = await exchange(replies, send('elsewhere'))
  const queued = put(database, conversation.id, 'Kept')
  await expect(exchange(replies, sendQueued(queued.id, elsewhere.answer.id))).rejects.toMatchObject(
    { code: 'badInput' },
  )
  expect(listQueued(database, conversation.id)).toEqual([queued])
})

test('it can be taken out once, and an empty one or one too many is refused', async () => {
  const { replies, database } = openChat(saying('An answer'))
  const { conversation } = await exchange(replies, send('go'))
  const queued = put(database, conversation.id, 'Wait')
  expect(dequeue(database, queued.id)).toEqual(queued)
  expect(() => dequeue(database, queued.id)).toThrow(
    expect.objectContaining({ code: 'messageMissing' }),
  )
  expect(() => put(database, conversation.id, '  ')).toThrow(
    expect.objectContaining({ code: 'badInput' }),
  )
  for (let count = 0; count < maxQueueLength; count += 1) put(database, conversation.id, 'x')
  expect(() => put(database, conversation.id, 'x')).toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
})

test('it goes with its conversation for good, and comes back with a repaired one', async () => {
  const { replies, database } = openChat(saying('An answer'))
  const { conversation } = await exchange(replies, send('go'))
  put(database, conversation.id, 'Gone')
  removeConversation(database, conversation.id, 1)
  expect(() => put(database, conversation.id, 'Too late')).toThrow(
    expect.objectContaining({ code: 'conversationMissing' }),
  )
  eraseRemoved(database)
  expect(listQueued(database, conversation.id)).toEqual([])

  database.exec('PRAGMA foreign_keys = OFF')
  const lost = '6f9d4f3e-8f8a-4f57-9b4e-0c3f6d1f0a01'
  database.run(
    `INSERT INTO queued_message (id, conversation_id, text, created_at) VALUES ('q', ?, 'Saved', 1)`,
    lost,
  )
  mendConversations(database)
  expect(database.get('SELECT id FROM conversation')).toEqual({ id: lost })
  expect(listQueued(database, lost).map(({ text }) => text)).toEqual(['Saved'])
})
