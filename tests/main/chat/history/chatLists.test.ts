import { expect, test } from 'vitest'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import {
  insertConversation,
  renameConversation,
} from '../../../../src/main/chat/history/conversations.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { titleSortKey } from '../../../../src/shared/chat/titleSortKey.ts'
import type { ChatSort } from '../../../../src/shared/chat/chatList.ts'
import { openHistory } from '../testHistory.ts'

function add(database: Database, title: string, createdAt: number, usedAt = createdAt): string {
  const id = crypto.randomUUID()
  insertConversation(database, { id, title, model: null, createdAt, usedAt })
  return id
}

/** Reads a whole list in pages of two. */
function titles(database: Database, sort: ChatSort): string[] {
  const found: { id: string; title: string }[] = []
  for (;;) {
    const before = found.at(-1)?.id ?? null
    const page = listConversations(database, { before, limit: 2, sort, place: 'loose' })
    if (page.length === 0) return found.map(({ title }) => title)
    found.push(...page)
  }
}

test('each order goes through all pages', () => {
  const database = openHistory()
  add(database, 'Part 10', 1, 9)
  add(database, 'äpfel', 2, 8)
  add(database, 'Part 2', 3, 7)
  add(database, 'Birnen', 4, 6)
  add(database, 'part 2', 5, 5)
  expect(titles(database, 'used')).toEqual(['Part 10', 'äpfel', 'Part 2', 'Birnen', 'part 2'])
  expect(titles(database, 'created')).toEqual(['part 2', 'Birnen', 'Part 2', 'äpfel', 'Part 10'])
  expect(titles(database, 'title')).toEqual(['äpfel', 'Birnen', 'Part 2', 'part 2', 'Part 10'])
})

test('chats of an earlier Parley get their place by title, and a new title moves one', () => {
  const database = openHistory()
  const id = add(database, 'zebra', 1)
  add(database, 'monkey', 2)
  database.exec('UPDATE conversation SET title_key = NULL')
  expect(titles(database, 'title')).toEqual(['monkey', 'zebra'])
  renameConversation(database, id, 'aardvark')
  expect(titles(database, 'title')).toEqual(['aardvark', 'monkey'])
})

test.each([
  ['used', 'conversation_placed_by_use'],
  ['created', 'conversation_placed_by_creation'],
  ['title', 'conversation_placed_by_title'],
] as const)('a page by %s reads an index alone, however many chats there are', (sort, index) => {
  const database = openHistory()
  const column = { used: 'used_at', created: 'created_at', title: 'title_key' }[sort]
  const direction = sort === 'title' ? 'ASC' : 'DESC'
  const plan = database.all(
    `EXPLAIN QUERY PLAN SELECT id FROM conversation
     WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NULL AND folder_id IS ?
     AND (${column}, sequence) ${sort === 'title' ? '>' : '<'} (?, ?)
     ORDER BY ${column} ${direction}, sequence ${direction}`,
    ...[null, null, null],
  )
  expect(plan.map(({ detail }) => detail).join()).toContain(`USING INDEX ${index}`)
  expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
})

test('keys ignore case and accents, and count', () => {
  expect(titleSortKey(' École 7')).toBe(titleSortKey('ecole 07'))
  expect(titleSortKey('Part 2') < titleSortKey('part 10')).toBe(true)
  expect(titleSortKey('x'.repeat(500)).length).toBeLessThanOrEqual(100)
})
