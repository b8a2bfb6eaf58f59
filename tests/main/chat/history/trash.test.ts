import { expect, test, vi } from 'vitest'
import { listArchived, listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import {
  archiveConversation,
  insertConversation,
} from '../../../../src/main/chat/history/conversations.ts'
import { createTrashPurge } from '../../../../src/main/chat/history/purgeTrash.ts'
import {
  emptyTrash,
  eraseExpired,
  eraseRemoved,
  listTrash,
  removeConversation,
  restoreConversation,
  trashMs,
  trashTime,
  unfinishedAt,
} from '../../../../src/main/chat/history/trash.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { chat } from '../../../../src/shared/chat/chat.ts'
import { model, openHistory } from '../testHistory.ts'

const day = 24 * 60 * 60 * 1000
const today = Date.UTC(2026, 10, 30)
const firstPage = { before: null, limit: 50 }

function add(database: Database, title: string, usedAt = today): string {
  const id = crypto.randomUUID()
  insertConversation(database, { id, title, model, createdAt: usedAt, usedAt })
  return id
}

function addRemoved(database: Database, title: string, at: number): string {
  const id = add(database, title)
  removeConversation(database, id, at)
  return id
}

const titles = (chats: { title: string }[]): string[] => chats.map(({ title }) => title)

test('the trash lists what was removed, the last first and page by page', () => {
  const database = openHistory()
  for (let at = 1; at <= 7; at += 1) addRemoved(database, `chat ${at}`, Math.ceil(at / 2))
  const listed: string[] = []
  for (let before: string | null = null; ;) {
    const page = chat.trash.output.parse(listTrash(database, { before, limit: 2 }))
    if (page.length === 0) break
    listed.push(...titles(page))
    before = page.at(-1)?.id ?? null
  }
  expect(listed).toEqual([7, 6, 5, 4, 3, 2, 1].map((at) => `chat ${at}`))
  expect(listTrash(database, firstPage)[0]?.expiresAt).toBe(4 + trashMs)
})

test('a chat is deleted after 30 days in the trash, and none earlier', () => {
  const database = openHistory()
  addRemoved(database, 'old', today - 30 * day - 1)
  const young = addRemoved(database, 'young', today - 30 * day)
  expect(eraseRemoved(database, today)).toBe(1)
  expect(titles(listTrash(database, firstPage))).toEqual(['young'])
  expect(restoreConversation(database, young).title).toBe('young')
  expect(eraseRemoved(database, today + 90 * day)).toBe(0)
})

test('a clock that is set back deletes nothing, and neither does one that is right again', () => {
  const database = openHistory()
  add(database, 'used')
  addRemoved(database, 'before', today)
  expect(eraseRemoved(database, today - 400 * day)).toBe(0)
  // A computer whose battery is empty starts in 1970.
  addRemoved(database, 'in 1970', trashTime(database, 5000))
  expect(eraseRemoved(database, today + 29 * day)).toBe(0)
  expect(listTrash(database, firstPage)).toHaveLength(2)
})

test('what is deleted for good can’t come back, and a kill before its rows are gone changes nothing', () => {
  const database = openHistory()
  const first = addRemoved(database, 'first', today)
  const second = addRemoved(database, 'second', today)
  const listed = add(database, 'listed')
  expect(emptyTrash(database, [first, listed])).toEqual([first])
  expect(titles(listTrash(database, firstPage))).toEqual(['second'])
  expect(() => restoreConversation(database, first)).toThrow(
    expect.objectContaining({ code: 'conversationMissing' }),
  )
  expect(emptyTrash(database, null)).toBe(null)
  expect(listTrash(database, firstPage)).toEqual([])
  // The next start.
  expect(eraseRemoved(database, today)).toBe(2)
  expect(database.all('SELECT id FROM conversation')).toEqual([{ id: listed }])
  expect(() => restoreConversation(database, second)).toThrow()
})

test('a copy that is not whole is in no list, and only a start erases it', () => {
  const database = openHistory()
  addRemoved(database, 'half', unfinishedAt)
  expect(listTrash(database, firstPage)).toEqual([])
  expect(emptyTrash(database, null)).toBe(null)
  expect(eraseExpired(database, today, 9)).toEqual([])
  expect(eraseRemoved(database, today)).toBe(1)
})

test('the purge deletes chat by chat, tells of each, and comes again', async () => {
  const database = openHistory()
  const old = [1, 2].map((at) => addRemoved(database, `old ${at}`, at))
  add(database, 'newest')
  const gone: string[] = []
  const log = vi.fn()
  const purge = createTrashPurge(database, {
    ...{ log, everyMs: 5, now: () => today },
    onErased: (ids) => gone.push(...ids),
  })
  await vi.waitFor(() => expect(gone).toEqual(old))
  // A chat with the newest rows waits for a start: after a kill it would look like a loss.
  const later = addRemoved(database, 'later', 3)
  expect(eraseExpired(database, today, 9)).toEqual([])
  add(database, 'newer')
  await vi.waitFor(() => expect(gone).toEqual([...old, later]))
  purge.stop()
  expect(log).not.toHaveBeenCalled()
})

test('an archived chat is in the archive alone; the search finds it, and it keeps its place', () => {
  const database = openHistory()
  const id = add(database, 'apples', today - 5)
  add(database, 'pears')
  expect(archiveConversation(database, id, today).isArchived).toBe(true)
  expect(titles(listConversations(database, firstPage))).toEqual(['pears'])
  expect(titles(listArchived(database, firstPage))).toEqual(['apples'])
  expect(search(database, { query: 'apples', limit: 5 })).toMatchObject([
    { conversation: { isArchived: true } },
  ])
  removeConversation(database, id, today)
  expect(listArchived(database, firstPage)).toEqual([])
  expect(search(database, { query: 'apples', limit: 5 })).toEqual([])
  expect(restoreConversation(database, id).isArchived).toBe(true)
  archiveConversation(database, id, null)
  expect(titles(listConversations(database, firstPage))).toEqual(['pears', 'apples'])
})

test.each([
  ['listConversations', 'archived_at IS NULL', 'conversation_by_use'],
  ['listArchived', 'archived_at IS NOT NULL', 'conversation_archived'],
])('%s reads its page from an index', (_name, place, index) => {
  const plan = openHistory().all(
    `EXPLAIN QUERY PLAN SELECT id FROM conversation
     WHERE removed_at IS NULL AND ${place} AND (used_at, sequence) < (5, 5)
     ORDER BY used_at DESC, sequence DESC LIMIT 50`,
  )
  expect(plan.map((step) => step['detail'])).toEqual([
    expect.stringContaining(`USING INDEX ${index}`),
  ])
})
