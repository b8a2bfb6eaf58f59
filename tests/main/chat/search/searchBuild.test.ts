import { expect, onTestFinished, test } from 'vitest'
import { createDeletions } from '../../../../src/main/chat/history/deleteMessages.ts'
import { removeConversation, eraseRemoved } from '../../../../src/main/chat/history/trash.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { buildSearchIndex, buildSlice } from '../../../../src/main/chat/search/searchBuild.ts'
import { indexTokens } from '../../../../src/shared/knowledge/searchTokens.ts'
import { searchFiltersSchema, type SearchFilters } from '../../../../src/shared/chat/searching.ts'
import { connect, type Database } from '../../../../src/main/storage/connection.ts'
import { openDatabase, prepare } from '../../../../src/main/storage/database.ts'
import { migrate } from '../../../../src/main/storage/migrate.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

/**
 * Creates a history from before migration `next`, with 500 messages, each in its own conversation.
 * Every tenth is about C++, the others about C.
 */
function makeEarlierHistory(next = 4): string {
  const path = historyPath(temporaryFolder())
  const database = connect(path)
  prepare(database)
  migrate(database, migrations.slice(0, next - 1))
  database.transaction(() => {
    for (let number = 0; number < 500; number += 1) {
      const conversation = crypto.randomUUID()
      const language = number % 10 === 0 ? 'C++' : 'C'
      const text = `walrus number${number} 会议 🎉 ${language}`
      database.run(
        `INSERT INTO conversation (id, title, title_source, created_at, used_at)
         VALUES (?, ?, 'user', 0, 0)`,
        ...[conversation, `Chat ${number}`],
      )
      database.run(
        `INSERT INTO message (id, conversation_id, role, status, created_at, parts)
         VALUES (?, ?, 'user', 'complete', 0, ?)`,
        ...[crypto.randomUUID(), conversation, JSON.stringify([{ type: 'text', text }])],
      )
      const row = number + 1
      database.run(
        'INSERT INTO message_search (rowid, text) VALUES (?, ?)',
        ...[row, next === 4 ? `walrus number${number} 会  议 c` : indexTokens(text)],
      )
      database.run('INSERT INTO title_search (rowid, title) VALUES (?, ?)', row, `Chat ${number}`)
    }
  })
  database.close()
  return path
}

function open(path: string): Database {
  const database = openDatabase({ path, migrations })
  onTestFinished(() => database.close())
  return database
}

const noFilters = searchFiltersSchema.parse({})

const count = (database: Database, query: string): number =>
  search(database, { query, limit: 100 }).length

function buildAll(database: Database): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = buildSearchIndex(
      database,
      (event, detail) => {
        reject(new Error(event, { cause: detail }))
      },
      0,
    )
    onTestFinished(stop)
    const look = (): void => {
      if (!database.get("SELECT 1 FROM sqlite_schema WHERE name = 'title_search'")) resolve()
      else setTimeout(look, 5)
    }
    look()
  })
}

test('what was said before is found while the index is built, and afterwards', async () => {
  const path = makeEarlierHistory()
  let database = open(path)
  expect(count(database, 'walrus')).toBe(100)
  expect(count(database, 'number49')).toBe(11)
  const { replies } = openChat(saying('Fine.'), database)
  await exchange(replies, send('a walrus named number49x'))
  buildSlice(database)
  buildSlice(database)
  expect(count(database, 'number49')).toBe(12)
  expect(count(database, '会议')).toBe(100)
  const [removed] = search(database, { query: 'number498', limit: 1 })
  removeConversation(database, removed?.conversation.id ?? '', 1)
  eraseRemoved(database)
  database.close()
  // After a kill it continues where it was.
  database = open(path)
  expect(count(database, 'number49')).toBe(11)
  await buildAll(database)
  expect(count(database, 'number49')).toBe(11)
  expect(count(database, 'n')).toBe(100)
  expect(count(database, '会议')).toBe(100)
  expect(count(database, '🎉')).toBe(100)
  expect(count(database, 'chat 42')).toBe(11)
  expect(database.get('SELECT count(*) AS count FROM message_words')).toEqual({ count: 501 })
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
})

test.each([4, 32])(
  'signs and filters are right while a history from before migration %i is indexed anew',
  async (next) => {
    const path = makeEarlierHistory(next)
    let database = open(path)
    const expectAll = (): void => {
      expect(count(database, 'C++')).toBe(50)
      expect(count(database, 'walrus')).toBe(100)
      const from = { ...noFilters, from: 'user' as const }
      const find = (filters: SearchFilters, query = 'C++'): number =>
        search(database, { query, filters, limit: 100 }).length
      expect(find(from)).toBe(50)
      expect(find({ ...noFilters, from: 'assistant' })).toBe(0)
      expect(find(from, '')).toBe(100)
      expect(find({ ...noFilters, time: { kind: 'last', days: 7 } })).toBe(0)
      const time = { kind: 'between', first: null, last: '1970-01-02' } as const
      expect(find({ ...noFilters, time })).toBe(50)
    }
    expectAll()
    buildSlice(database)
    buildSlice(database)
    expectAll()
    database.close()
    // After a kill it continues where it was.
    database = open(path)
    expect(database.get('SELECT done > 0 AS begun FROM words_rest')).toEqual({ begun: 1 })
    expectAll()
    await buildAll(database)
    expectAll()
    expect(database.get('SELECT count(*) AS count FROM message_words')).toEqual({ count: 500 })
  },
)

test('a message whose deletion is undone keeps its filters, though it was indexed meanwhile', () => {
  const database = open(makeEarlierHistory(32))
  const assistantId = crypto.randomUUID()
  const row = database.get('SELECT id, conversation_id FROM message WHERE sequence = 1')
  database.run(
    'INSERT INTO chat_setup (conversation_id, assistant_id, own) VALUES (?, ?, ?)',
    ...[String(row?.['conversation_id']), assistantId, '{}'],
  )
  const countOfAssistant = (): number =>
    search(database, { query: '', filters: { ...noFilters, assistantId }, limit: 10 }).length
  const deletions = createDeletions({
    ...{ database, isRunning: () => false, purgeSoon: () => {}, log: () => {} },
  })
  onTestFinished(deletions.close)
  const { deletionId } = deletions.delete({ messageId: String(row?.['id']), withFollowing: false })
  while (buildSlice(database)) expect(countOfAssistant()).toBe(0)
  deletions.undo(deletionId)
  expect(countOfAssistant()).toBe(1)
})

test('a new history needs nothing built', () => {
  const database = open(historyPath(temporaryFolder()))
  expect(buildSlice(database)).toBe(false)
})
