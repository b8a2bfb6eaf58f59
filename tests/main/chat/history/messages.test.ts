import { expect, test } from 'vitest'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { readTurns } from '../../../../src/main/chat/turns/turns.ts'
import { insertConversation, showLeaf } from '../../../../src/main/chat/history/conversations.ts'
import { getMessage, listMessages } from '../../../../src/main/chat/history/messages.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { saying } from '../scriptedProvider.ts'
import {
  exchange,
  model,
  openChat,
  openHistory,
  send,
  textsOf,
  withoutFiles,
} from '../testHistory.ts'

const nobody = (): boolean => false

function makeChain(database: Database, length: number): string {
  const conversationId = crypto.randomUUID()
  const time = { createdAt: 1, usedAt: 1 }
  insertConversation(database, { id: conversationId, title: 'long', model, ...time })
  database.exec(`
    WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter LIMIT ${length})
    INSERT INTO message (id, conversation_id, parent_id, role, status, created_at, parts)
    SELECT 'm' || n, '${conversationId}', iif(n = 1, NULL, 'm' || (n - 1)),
      iif(n % 2, 'user', 'assistant'), 'complete', n,
      json_array(json_object('type', 'text', 'text', 'text ' || n))
    FROM counter
  `)
  showLeaf(database, conversationId, `m${length}`)
  return conversationId
}

test('pages lead from the end to the beginning, each in reading order', () => {
  const database = openHistory()
  const conversationId = makeChain(database, 45)
  const texts: string[] = []
  let before: string | null = null
  let more = true
  const sizes: number[] = []
  while (more) {
    const page = listMessages(database, { conversationId, before, limit: 20 }, nobody)
    texts.unshift(...textsOf(page.messages))
    sizes.push(page.messages.length)
    before = page.messages[0]?.id ?? null
    more = page.more
  }
  expect(sizes).toEqual([20, 20, 5])
  expect(texts).toEqual(Array.from({ length: 45 }, (_, index) => `text ${index + 1}`))
})

test('a page that ends at the first message has none before it', () => {
  const database = openHistory()
  const conversationId = makeChain(database, 20)
  const input = { conversationId, before: null, limit: 20 }
  expect(listMessages(database, input, nobody).more).toBe(false)
  expect(listMessages(database, { ...input, before: 'm1' }, nobody)).toEqual({
    messages: [],
    more: false,
  })
})

test('a message of another conversation is no place to go on from', () => {
  const database = openHistory()
  makeChain(database, 3)
  const conversationId = crypto.randomUUID()
  const time = { createdAt: 1, usedAt: 1 }
  insertConversation(database, { id: conversationId, title: '', model, ...time })
  const list = (before: string | null) => () =>
    listMessages(database, { conversationId, before, limit: 9 }, nobody)
  expect(list(null)()).toEqual({ messages: [], more: false })
  expect(list('m2')).toThrow(expect.objectContaining({ code: 'messageMissing' }))
})

test('what is damaged in one row does not hide it', () => {
  const database = openHistory()
  makeChain(database, 2)
  database.run(`UPDATE message SET parts = '[{', status = 'odd', usage = '7' WHERE id = 'm2'`)
  expect(getMessage(database, 'm2', nobody)).toMatchObject({
    parts: [],
    status: 'interrupted',
    usage: null,
  })
})

test('an earlier version shows what was last said under it', async () => {
  const { replies, database } = openChat(saying('yes'))
  const one = await exchange(replies, send('one'))
  const conversationId = one.conversation.id
  const two = await exchange(replies, send('two', { conversationId, parentId: one.answer.id }))
  const other = await exchange(replies, {
    kind: 'regenerate',
    messageId: one.answer.id,
    model,
    shorten: false,
  })
  const shown = (): string[] =>
    listMessages(database, { conversationId, before: null, limit: 9 }, nobody).messages.map(
      (message) => message.id,
    )
  expect(shown()).toEqual([one.question?.id, other.answer.id])
  showVersion(database, one.answer.id)
  expect(shown()).toEqual([one.question?.id, one.answer.id, two.question?.id, two.answer.id])
  const edited = await exchange(replies, send('uno', { conversationId, parentId: null }))
  expect(shown()).toEqual([edited.question?.id, edited.answer.id])
  expect(edited.question?.siblings).toEqual([one.question?.id, edited.question?.id])
  showVersion(database, one.question?.id ?? '')
  expect(shown()).toEqual([one.question?.id, other.answer.id])
  expect(() => showVersion(database, crypto.randomUUID())).toThrow(
    expect.objectContaining({ code: 'messageMissing' }),
  )
})

test('turns are the whole branch in order, and nothing beside it', () => {
  const database = openHistory()
  makeChain(database, 10_000)
  const options = { model, readFile: withoutFiles.readFile }
  const turns = readTurns(database, 'm10000', options)
  expect(turns).toHaveLength(10_000)
  expect(turns[0]).toEqual({ role: 'user', parts: [{ type: 'text', text: 'text 1' }] })
  expect(turns.at(-1)?.parts).toEqual([{ type: 'text', text: 'text 10000' }])
  expect(readTurns(database, null, options)).toEqual([])
})

test('a page of a long conversation is read by key alone', () => {
  const database = openHistory()
  const conversationId = makeChain(database, 10_000)
  const plans: string[] = []
  const watched: Database = {
    ...database,
    get: (sql, ...values) => (explain(sql, values), database.get(sql, ...values)),
    all: (sql, ...values) => (explain(sql, values), database.all(sql, ...values)),
  }
  function explain(sql: string, values: Parameters<Database['all']>[1][]): void {
    const steps = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    plans.push(...steps.map((step) => String(step['detail'])))
  }
  listMessages(watched, { conversationId, before: 'm9000', limit: 50 }, nobody)
  expect(plans.some((plan) => plan.includes('message'))).toBe(true)
  expect(plans.filter((plan) => /SCAN (message|conversation)/.test(plan))).toEqual([])
})
