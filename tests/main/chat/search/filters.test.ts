import { describe, expect, test } from 'vitest'
import { removeConversation } from '../../../../src/main/chat/history/trash.ts'
import { insertConversation } from '../../../../src/main/chat/history/conversations.ts'
import { insertMessage } from '../../../../src/main/chat/history/messages.ts'
import { timeBounds } from '../../../../src/main/chat/search/filterRows.ts'
import {
  listSavedSearches,
  listSearchModels,
  removeSearch,
  saveSearch,
} from '../../../../src/main/chat/search/savedSearches.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { dayBeginnings } from '../../../../src/main/chat/search/traits.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { searchFiltersSchema, type SearchFilters } from '../../../../src/shared/chat/searching.ts'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import { maxSavedSearches } from '../../../../src/shared/limits.ts'
import { openHistory } from '../testHistory.ts'

const noFilters = searchFiltersSchema.parse({})
const parrot = { providerId: 'test', modelId: 'parrot-1' }
const crow = { providerId: 'test', modelId: 'crow' }
const day = 24 * 60 * 60 * 1000
const file = { id: 'a'.repeat(64), name: 'x.png', mediaType: 'image/png', sizeBytes: 1 } as const
const assistantId = crypto.randomUUID()

interface Added {
  role: 'user' | 'assistant'
  createdAt: number
  parts: Part[]
  model?: typeof parrot
}

/** Adds a chat of one message, named by its title, which has the word, too. */
function add(database: Database, name: string, { role, createdAt, parts, model }: Added): string {
  const conversationId = crypto.randomUUID()
  insertConversation(database, {
    ...{ id: conversationId, title: name, model: null, createdAt, usedAt: createdAt },
  })
  insertMessage(database, {
    ...{ id: crypto.randomUUID(), conversationId, parentId: null, role, status: 'complete' },
    ...{ createdAt, parts, model: model ?? null },
    ...{ citations: [], warnings: [], error: null, usage: null, requestId: null },
    ...{ firstTokenMilliseconds: null, durationMilliseconds: null },
  })
  return conversationId
}

const text = (written: string): Part => ({ type: 'text', text: written })

function openChats(now = Date.now()) {
  const database = openHistory()
  const ids = {
    mine: add(database, 'mine', { role: 'user', createdAt: now, parts: [text('walrus')] }),
    parrot: add(database, 'parrot', {
      ...{ role: 'assistant', createdAt: now - 5 * day, parts: [text('a walrus')], model: parrot },
    }),
    crow: add(database, 'crow', {
      ...{ role: 'assistant', createdAt: now - 20 * day, parts: [text('walruses')], model: crow },
    }),
    picture: add(database, 'picture', {
      ...{
        role: 'user',
        createdAt: now - 400 * day,
        parts: [text('walrus'), { type: 'file', file }],
      },
    }),
    wordless: add(database, 'wordless', {
      ...{ role: 'user', createdAt: now - 500 * day, parts: [{ type: 'file', file }] },
    }),
    said: add(database, 'walrus', {
      ...{ role: 'user', createdAt: now, parts: [text('"type":"file" and "files":[{')] },
    }),
  }
  database.run(
    'INSERT INTO chat_setup (conversation_id, assistant_id, own) VALUES (?, ?, ?)',
    ...[ids.crow, assistantId, '{}'],
  )
  const find = (filters: Partial<SearchFilters>, query = 'walrus'): string[] =>
    search(database, { query, filters: { ...noFilters, ...filters }, limit: 20 })
      .map(({ conversation }) => conversation.title)
      .toSorted()
  return { database, ids, find }
}

test('each filter leaves what it asks for, and all that are set count', () => {
  const { find } = openChats()
  const last = (days: number) => ({ kind: 'last', days }) as const
  const expected: [filters: Partial<SearchFilters>, titles: string[]][] = [
    [{}, ['crow', 'mine', 'parrot', 'picture', 'walrus']],
    [{ from: 'user' }, ['mine', 'picture']],
    [{ from: 'assistant' }, ['crow', 'parrot']],
    [{ time: last(1) }, ['mine']],
    [{ time: last(7) }, ['mine', 'parrot']],
    [{ time: last(30) }, ['crow', 'mine', 'parrot']],
    [{ model: crow }, ['crow']],
    [{ model: { providerId: 'test', modelId: 'owl' } }, []],
    [{ assistantId }, ['crow']],
    [{ assistantId: crypto.randomUUID() }, []],
    [{ hasFile: true }, ['picture']],
    [{ hasFile: true, from: 'assistant' }, []],
    [{ from: 'assistant', time: last(7), model: parrot }, ['parrot']],
    [{ assistantId, time: last(7) }, []],
  ]
  expect(expected.map(([filters]) => [filters, find(filters)])).toEqual(expected)
})

test('without words the newest messages are found, also those of files alone', () => {
  const { find, database, ids } = openChats()
  expect(find({ hasFile: true }, '')).toEqual(['picture', 'wordless'])
  expect(find({ hasFile: true }, ' ')).toEqual(['picture', 'wordless'])
  expect(find({ assistantId }, '')).toEqual(['crow'])
  expect(find({}, '')).toEqual([])
  expect(find({ from: 'user' }, '"')).toEqual(['walrus'])
  expect(find({ from: 'assistant' }, '"')).toEqual([])
  removeConversation(database, ids.picture, Date.now())
  expect(find({ hasFile: true }, '')).toEqual(['wordless'])
})

test('an assistant with more chats than the index is asked for is found by its chats', () => {
  const { find, database } = openChats()
  database.transaction(() => {
    for (let number = 0; number < 501; number += 1) {
      const id = add(database, 'owl', {
        ...{ role: 'user', createdAt: 0, parts: [text(number === 7 ? 'a rare walrus' : 'owl')] },
      })
      const values = [id, assistantId, '{}']
      database.run(
        'INSERT INTO chat_setup (conversation_id, assistant_id, own) VALUES (?, ?, ?)',
        ...values,
      )
    }
  })
  expect(find({ assistantId })).toEqual(['crow', 'owl'])
  expect(find({ assistantId }, '')).toHaveLength(20)
})

test('the days of a range are those of the calendar here', () => {
  const now = new Date(2026, 10, 30, 0, 5)
  const at = (...[month, date]: [number, number]): number => new Date(2026, month, date).getTime()
  expect(timeBounds({ kind: 'last', days: 1 }, now).after).toBe(at(10, 30))
  expect(timeBounds({ kind: 'last', days: 30 }, now).after).toBe(at(10, 1))
  const between = { kind: 'between', first: '2026-03-28', last: '2026-03-29' } as const
  expect(timeBounds(between, now)).toEqual({ after: at(2, 28), before: at(2, 30) })
  const open = timeBounds({ kind: 'between', first: null, last: null }, now)
  expect(open.after).toBe(0)
  const { find } = openChats(new Date(2026, 2, 29, 23, 59, 59, 999).getTime())
  expect(find({ time: between })).toEqual(['mine'])
  expect(find({ time: { ...between, last: '2026-03-28' } })).toEqual([])
  expect(find({ time: { ...between, first: '2026-03-30', last: null } })).toEqual([])
  expect(find({ time: { ...between, first: '2026-03-30', last: '2026-03-01' } })).toEqual([])
})

describe('the days of a range as beginnings of tokens', () => {
  test.each([
    [0, 0],
    [9, 10],
    [19, 1234],
    [20_450, 20_480],
    [20_000, 29_999],
    [0, 999_999],
  ])('from day %i to day %i cover these days and no others', (first, last) => {
    const beginnings = dayBeginnings(first * day, last * day)
    expect(beginnings.length).toBeLessThan(100)
    const isIn = (number: number): boolean =>
      beginnings.some((beginning) => String(number).padStart(6, '0').startsWith(beginning.slice(1)))
    const looked = [0, first - 1, first, first + 1, (first + last) >> 1, last - 1, last, last + 1]
    for (const number of looked.filter((each) => each >= 0 && each < 1_000_000)) {
      expect([number, isIn(number)]).toEqual([number, number >= first && number <= last])
    }
  })
})

test('the models that have written are known', () => {
  const { database } = openChats()
  expect(listSearchModels(database)).toEqual([crow, parrot])
})

test('saved searches are kept, renamed and removed, and a damaged one hides no others', () => {
  const database = openHistory()
  const first = { id: crypto.randomUUID(), name: 'Files', query: '', filters: noFilters }
  const second = { ...first, id: crypto.randomUUID(), query: 'C++' }
  saveSearch(database, first)
  expect(saveSearch(database, second)).toEqual([first, second])
  expect(saveSearch(database, { ...first, name: 'All' })).toEqual([
    { ...first, name: 'All' },
    second,
  ])
  database.run("UPDATE saved_search SET filters = '{' WHERE id = ?", first.id)
  expect(listSavedSearches(database)).toEqual([second])
  expect(removeSearch(database, second.id)).toEqual([])
  expect(removeSearch(database, second.id)).toEqual([])
})

test('too many saved searches are refused', () => {
  const database = openHistory()
  const make = () => ({ id: crypto.randomUUID(), name: 'x', query: 'x', filters: noFilters })
  const all = Array.from({ length: maxSavedSearches }, make)
  for (const each of all) saveSearch(database, each)
  expect(() => saveSearch(database, make())).toThrow(/too many/)
  expect(saveSearch(database, all[0] ?? make())).toHaveLength(maxSavedSearches)
})
