import { expect, onTestFinished, test } from 'vitest'
import { branchChat, copiedColumns } from '../../../../src/main/chat/history/branchChat.ts'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import {
  getConversation,
  renameConversation,
} from '../../../../src/main/chat/history/conversations.ts'
import { eraseRemoved, removeConversation } from '../../../../src/main/chat/history/trash.ts'
import { listMessages } from '../../../../src/main/chat/history/messages.ts'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { usedFiles } from '../../../../src/main/chat/history/usedFiles.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { createThreadTable } from '../../../../src/main/serviceFiles/threadTable.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openDoors, word } from '../openDoors.ts'
import { saying, sayingThenSilent } from '../scriptedProvider.ts'
import {
  exchange,
  model,
  nobody,
  notesFile as file,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
  textsOf,
  type TestChat,
} from '../testHistory.ts'

interface Steps {
  copiers?: Parameters<typeof branchChat>[0]['copiers']
  clock?: () => number
  pause?: () => Promise<unknown>
}

/** Branches with a slice for each message unless a clock is given. */
function branch(database: Database, messageId: string, steps: Steps = {}) {
  let time = 0
  const clock = (): number => (time += 100)
  return branchChat(
    { database, copiers: [], now: () => 9_000_000_000_000, clock, ...steps },
    { messageId, title: 'Mine (branch)' },
  )
}

function shown(database: Database, conversationId: string): Message[] {
  return listMessages(database, { conversationId, before: null, limit: 50 }, nobody).messages
}

/** Makes a chat of two exchanges; the first question has a file, the first answer two versions. */
async function makeChat({ replies, database }: TestChat) {
  const first = await exchange(replies, { ...send('a walrus?'), files: [file] })
  const { id: conversationId } = first.conversation
  const again = { kind: 'regenerate' as const, messageId: first.answer.id, shorten: false }
  const other = await exchange(replies, { ...again, model })
  await exchange(replies, send('beside', { conversationId, parentId: other.answer.id }))
  showVersion(database, first.answer.id)
  const second = await exchange(
    replies,
    send('and now?', { conversationId, parentId: first.answer.id }),
  )
  renameConversation(database, conversationId, 'Mine')
  return { conversationId, first, other, second }
}

function rowsOf(database: Database, conversationId: string) {
  return database.all(
    'SELECT * FROM message WHERE conversation_id = ? ORDER BY sequence',
    conversationId,
  )
}

test('a branch holds the path to its message, and the chat stays as it was', async () => {
  const chat = openChat(saying('Yes.'))
  const { database } = chat
  const { conversationId, first, other } = await makeChat(chat)
  const before = {
    chat: getConversation(database, conversationId),
    rows: rowsOf(database, conversationId),
  }
  const copy = await branch(database, first.answer.id)

  expect(copy).toMatchObject({ title: 'Mine (branch)', model, awaitsUser: false })
  const [question, answer, ...rest] = shown(database, copy.id)
  expect(rest).toEqual([])
  const { question: asked } = first
  expect(question).toEqual({
    ...asked,
    ...{ id: question?.id, conversationId: copy.id, siblings: [question?.id] },
  })
  expect(answer).toEqual({
    ...first.answer,
    ...{ id: answer?.id, conversationId: copy.id, parentId: question?.id, siblings: [answer?.id] },
  })
  expect(answer?.id).not.toBe(first.answer.id)
  expect(listConversations(database, { before: null, limit: 5 })).toEqual([copy, before.chat])
  expect(rowsOf(database, conversationId)).toEqual(before.rows)

  // The other version, which is not shown.
  const beside = await branch(database, other.answer.id)
  expect(shown(database, beside.id).map(({ createdAt }) => createdAt)).toEqual([
    asked?.createdAt,
    other.answer.createdAt,
  ])
})

test('every column of a message is either its own or copied', () => {
  const columns = openHistory()
    .all(`SELECT name FROM pragma_table_info('message')`)
    .map(({ name }) => String(name))
  // A copy has no versions beside it, and so is in no column.
  const own = ['sequence', 'id', 'conversation_id', 'parent_id', 'column_place']
  const copied = copiedColumns.split(',').map((name) => name.trim())
  expect([...own, ...copied].toSorted()).toEqual(columns.toSorted())
})

test('a branch goes on by itself', async () => {
  const chat = openChat(saying('Yes.'))
  const { database, replies } = chat
  const { conversationId, second } = await makeChat(chat)
  const copy = await branch(database, second.answer.id)
  const parentId = shown(database, copy.id).at(-1)?.id ?? ''
  await exchange(replies, send('only here', { conversationId: copy.id, parentId }))
  expect(textsOf(shown(database, copy.id))).toEqual([
    ...['file|a walrus?', 'Yes.', 'and now?', 'Yes.', 'only here', 'Yes.'],
  ])
  expect(shown(database, conversationId)).toHaveLength(4)
})

test.each(['chat', 'branch'] as const)(
  'the other keeps its messages and files once the %s is deleted',
  async (deleted) => {
    const chat = openChat(saying('Yes.'))
    const { database } = chat
    const { conversationId, first } = await makeChat(chat)
    const { id } = await branch(database, first.answer.id)
    const [gone, left] = deleted === 'chat' ? [conversationId, id] : [id, conversationId]
    const before = shown(database, left)
    removeConversation(database, gone, 1)
    eraseRemoved(database)
    expect(shown(database, left)).toEqual(before)
    expect(usedFiles(database)).toEqual(new Set([file.id]))
    expect(search(database, { query: 'walrus', limit: 5 })).toMatchObject([
      { conversation: { id: left }, messageId: before[0]?.id },
    ])
    expect(database.all('PRAGMA foreign_key_check')).toEqual([])
  },
)

test('the search finds a branch by its title and its messages', async () => {
  const chat = openChat(saying('Yes.'))
  const { database } = chat
  const { conversationId, first } = await makeChat(chat)
  const { id } = await branch(database, first.answer.id)
  const hits = search(database, { query: 'walrus', limit: 5 })
  expect(hits.map(({ conversation }) => conversation.id)).toEqual([id, conversationId])
  expect(hits[0]?.messageId).toBe(shown(database, id)[0]?.id)
  expect(search(database, { query: 'branch', limit: 5 })).toMatchObject([{ conversation: { id } }])
})

test('after a kill in the middle the next start erases what was copied', async () => {
  const path = historyPath(temporaryFolder())
  const killed = openDatabase({ path, migrations })
  const chat = openChat(saying('Yes.'), killed)
  const { conversationId, second } = await makeChat(chat)
  const list = listConversations(killed, { before: null, limit: 5 })
  // Never goes on after the first slice.
  const cut = Promise.withResolvers<void>()
  const pause = () => {
    cut.resolve()
    return new Promise(() => undefined)
  }
  void branch(killed, second.answer.id, { pause })
  await cut.promise
  killed.close()

  const database = openDatabase({ path, migrations })
  onTestFinished(() => database.close())
  expect(database.get('SELECT count(*) AS chats FROM conversation')).toEqual({ chats: 2 })
  expect(listConversations(database, { before: null, limit: 5 })).toEqual(list)
  expect(search(database, { query: 'walrus', limit: 5 })).toMatchObject([
    { conversation: { id: conversationId } },
  ])
  expect(eraseRemoved(database)).toBe(1)
  expectOnly(database, conversationId)
})

/** Expects no row of another chat. */
function expectOnly(database: Database, conversationId: string): void {
  expect(database.all('SELECT id FROM conversation')).toEqual([{ id: conversationId }])
  expect(database.all('SELECT DISTINCT conversation_id AS id FROM message')).toEqual([
    { id: conversationId },
  ])
  for (const [index, table] of [
    ['message_words', 'message'],
    ['title_words', 'conversation'],
  ]) {
    expect(
      database.all(`SELECT rowid FROM ${index} WHERE rowid NOT IN (SELECT sequence FROM ${table})`),
    ).toEqual([])
  }
}

test('a failure in the middle leaves nothing', async () => {
  const chat = openChat(saying('Yes.'))
  const { database } = chat
  const { conversationId, first, second } = await makeChat(chat)
  const failing = {
    copyChat: () => undefined,
    copyMessage(fromId: string) {
      if (fromId === first.answer.id) throw new Error('The disk is full')
    },
  }
  await expect(branch(database, second.answer.id, { copiers: [failing] })).rejects.toThrow(
    'The disk is full',
  )
  expectOnly(database, conversationId)
})

test('while an answer is written, a chat branches from the messages before it', async () => {
  const chat = openChat(sayingThenSilent('Half'))
  const { database, replies } = chat
  const reader = openFrames(replies, send('Count'))
  const { conversation, answer } = await readStart(reader)
  const copy = await branch(database, answer.parentId ?? '')
  expect(textsOf(shown(database, copy.id))).toEqual(['Count'])
  await expect(branch(database, answer.id)).rejects.toMatchObject({ code: 'answerUnfinished' })
  expect(database.get('SELECT count(*) AS chats FROM conversation')).toEqual({ chats: 2 })
  replies.stop(answer.id)
  await reader.leave()
  expect(shown(database, conversation.id)).toHaveLength(2)
})

test('an answer that waits for the user can be branched from once it is decided', async () => {
  const { database, replies } = openDoors([[{ id: 'one' }], []])
  const { answer } = await exchange(replies, send('Open it'))
  expect(answer.status).toBe('awaiting')
  await expect(branch(database, answer.id)).rejects.toMatchObject({ code: 'answerUnfinished' })
  const decided = await exchange(replies, word(answer, 'once'))
  const copy = await branch(database, answer.id)
  expect(shown(database, copy.id).at(-1)?.parts).toEqual(decided.answer.parts)
})

test('a branch has no part in the thread that a service keeps for the chat', async () => {
  const chat = openChat(saying('Yes.'))
  const { database } = chat
  const { conversationId, first } = await makeChat(chat)
  const threads = createThreadTable(database, { providerId: 'p', secretId: 's', origin: null })
  threads.save(conversationId, { threadId: 't', held: ['h'], lastRunId: null, openRun: null })
  const copy = await branch(database, first.answer.id)
  expect(threads.find(copy.id)).toBeUndefined()
  removeConversation(database, copy.id, 1)
  eraseRemoved(database)
  expect(database.all('SELECT thread_id, is_leaving FROM assistant_thread')).toEqual([
    { thread_id: 't', is_leaving: 0 },
  ])
})

test('nothing branches from a message that is gone, or from a removed chat', async () => {
  const chat = openChat(saying('Yes.'))
  const { database } = chat
  const { conversationId, first } = await makeChat(chat)
  await expect(branch(database, crypto.randomUUID())).rejects.toMatchObject({
    code: 'messageMissing',
  })
  removeConversation(database, conversationId, 1)
  await expect(branch(database, first.answer.id)).rejects.toMatchObject({
    code: 'conversationMissing',
  })
})
