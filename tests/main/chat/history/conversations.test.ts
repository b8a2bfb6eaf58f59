import { expect, test } from 'vitest'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import {
  getConversation,
  insertConversation,
  markUsed,
  renameConversation,
  replaceFirstWords,
  setConversationModel,
} from '../../../../src/main/chat/history/conversations.ts'
import {
  eraseRemoved,
  removeConversation,
  restoreConversation,
} from '../../../../src/main/chat/history/trash.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { indexTitle } from '../../../../src/main/chat/search/searchIndex.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { chat } from '../../../../src/shared/chat/chat.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, model, openChat, openHistory, send } from '../testHistory.ts'

function add(database: Database, title: string, createdAt: number): string {
  const id = crypto.randomUUID()
  insertConversation(database, { id, title, model, createdAt, usedAt: createdAt })
  return id
}

test('pages go from the last used to the first, each conversation once', () => {
  const database = openHistory()
  // Several at each moment, so that a page may end among equal times.
  const ids = Array.from({ length: 50 }, (_, index) =>
    add(database, `chat ${index}`, Math.floor(index / 7)),
  )
  const [oldest = ''] = ids
  markUsed(database, oldest, 1000)
  const listed: string[] = []
  for (let before: string | null = null; ; before = listed.at(-1) ?? null) {
    const page = listConversations(database, { before, limit: 8 })
    if (page.length === 0) break
    listed.push(...page.map((conversation) => conversation.id))
  }
  expect(listed).toEqual([oldest, ...ids.slice(1).reverse()])
})

test('a page goes on from a conversation that was removed meanwhile', () => {
  const database = openHistory()
  const ids = [1, 2, 3, 4].map((time) => add(database, `chat ${time}`, time)).reverse()
  const [, second = ''] = ids
  removeConversation(database, second, 9)
  const page = listConversations(database, { before: second, limit: 8 })
  expect(page.map((conversation) => conversation.id)).toEqual(ids.slice(2))
})

test('the user’s title stays, whatever a model proposes later', () => {
  const database = openHistory()
  const id = add(database, 'first words', 1)
  expect(replaceFirstWords(database, id, 'By a model')).toBe(true)
  expect(replaceFirstWords(database, id, 'By another')).toBe(false)
  expect(renameConversation(database, id, 'Mine\n\u202eown').title).toBe('Mine own')
  expect(replaceFirstWords(database, id, 'By a model')).toBe(false)
  expect(getConversation(database, id).title).toBe('Mine own')
})

test('a model is kept with the conversation', () => {
  const database = openHistory()
  const id = add(database, 'chat', 1)
  const other = { providerId: 'other', modelId: 'x' }
  expect(setConversationModel(database, id, other).model).toEqual(other)
})

test('what is removed is hidden, can come back, and is erased at the next start', async () => {
  const { replies, database } = openChat(saying('a walrus'))
  const { conversation } = await exchange(replies, send('what animal'))
  const kept = await exchange(replies, send('which animal'))
  const listed = (): string[] =>
    listConversations(database, { before: null, limit: 9 }).map(({ id }) => id)
  const found = (): string[] =>
    search(database, { query: 'walrus', limit: 9 }).map((hit) => hit.conversation.id)

  removeConversation(database, conversation.id, 5)
  expect(listed()).toEqual([kept.conversation.id])
  expect(found()).toEqual([kept.conversation.id])
  expect(() => getConversation(database, conversation.id)).toThrow(
    expect.objectContaining({ code: 'conversationMissing' }),
  )
  expect(() => removeConversation(database, conversation.id, 6)).toThrow(
    expect.objectContaining({ code: 'conversationMissing' }),
  )
  restoreConversation(database, conversation.id)
  expect(found()).toContain(conversation.id)

  removeConversation(database, conversation.id, 7)
  expect(eraseRemoved(database)).toBe(1)
  expect(() => restoreConversation(database, conversation.id)).toThrow(
    expect.objectContaining({ code: 'conversationMissing' }),
  )
  expect(database.get('SELECT count(*) AS count FROM message')).toEqual({ count: 2 })
  expect(database.get('SELECT count(*) AS count FROM message_words')).toEqual({ count: 2 })
  expect(database.get('SELECT count(*) AS count FROM title_words')).toEqual({ count: 1 })
  expect(database.all('PRAGMA foreign_key_check')).toEqual([])
})

test('a chain of ten thousand messages can be erased', () => {
  const database = openHistory()
  const id = add(database, 'long', 1)
  database.exec(`
    WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter LIMIT 10000)
    INSERT INTO message (id, conversation_id, parent_id, role, status, created_at)
    SELECT 'm' || n, '${id}', iif(n = 1, NULL, 'm' || (n - 1)), 'user', 'complete', n FROM counter
  `)
  removeConversation(database, id, 5)
  expect(eraseRemoved(database)).toBe(1)
  expect(database.get('SELECT count(*) AS count FROM message')).toEqual({ count: 0 })
})

test('what another program has written is read as far as it goes, and hides no other chat', () => {
  const database = openHistory()
  const good = add(database, 'A walrus sings', 1)
  const long = add(database, 'long', 2)
  const title = `${'walrus '.repeat(60)}zebra`
  database.run('UPDATE conversation SET title = ? WHERE id = ?', title, long)
  const odd = add(database, 'walrus', 3)
  const negative =
    'UPDATE conversation SET used_at = -5, created_at = -5, model_id = ? WHERE id = ?'
  database.run(negative, 'm'.repeat(5000), odd)
  const nameless = add(database, 'A nameless walrus', 4)
  database.run("UPDATE conversation SET id = 'no id' WHERE id = ?", nameless)
  indexTitle(database, long, title)

  const listed = chat.list.output.parse(listConversations(database, { before: null, limit: 3 }))
  // The one that can't be named takes no place of the page.
  expect(listed.map(({ id }) => id)).toEqual([long, good, odd])
  expect(listed[0]?.title).toMatch(/^(?:walrus )+walrus…$/)
  expect(listed[0]?.title.length).toBeGreaterThan(180)
  expect(listed[2]).toMatchObject({ model: null, usedAt: 0, createdAt: 0 })

  expect(chat.get.output.parse(getConversation(database, long)).title).toBe(listed[0]?.title)
  // The end of a title that is not shown is found too.
  const [hit] = chat.search.output.parse(search(database, { query: 'zebra', limit: 9 }))
  expect(hit?.excerpt).toContain('zebra')
  const hits = chat.search.output.parse(search(database, { query: 'walrus', limit: 9 }))
  expect(hits.map(({ conversation }) => conversation.id).toSorted()).toEqual(
    [long, good, odd].toSorted(),
  )
})
