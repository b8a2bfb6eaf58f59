import { expect, test } from 'vitest'
import { listConversations } from '../../../src/main/chat/history/chatLists.ts'
import {
  archiveConversation,
  findConversation,
  insertConversation,
} from '../../../src/main/chat/history/conversations.ts'
import { removeConversation, restoreConversation } from '../../../src/main/chat/history/trash.ts'
import { connect } from '../../../src/main/storage/connection.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { maxPinnedChats } from '../../../src/shared/limits.ts'
import { openHistory } from '../chat/testHistory.ts'
import { addChat, caller, openTestFolders } from './openTestFolders.ts'

const page = { before: null, limit: 100 }
const titles = (database: Database, place: string): string =>
  listConversations(database, { ...page, place })
    .map(({ title }) => title)
    .join(' ')

/** Opens folders with a few words for what the tests do. */
function open(database = openHistory()) {
  const { handlers, ...rest } = openTestFolders(database)
  const create = async (name: string, parentId: string | null = null): Promise<string> =>
    (await handlers.create({ name, parentId }, caller)).id
  /** Writes the tree as “a(b c) d”. */
  const tree = async (): Promise<string> => {
    const all = await handlers.list({}, caller)
    const below = (parentId: string | null): string =>
      all
        .filter((folder) => folder.parentId === parentId)
        .map(({ id, name }) => {
          const inner = below(id)
          return inner === '' ? name : `${name}(${inner})`
        })
        .join(' ')
    return below(null)
  }
  return { database, handlers, create, tree, ...rest }
}

test('folders keep their order, also after a start', async () => {
  const { database, handlers, create, tree } = open()
  const [a, b, c] = [await create('a'), await create('b'), await create('c')]
  await handlers.move({ id: c, parentId: null, beforeId: a }, caller)
  expect(await tree()).toBe('c a b')
  await handlers.move({ id: a, parentId: b, beforeId: null }, caller)
  const moved = await handlers.rename({ id: c, name: 'sea' }, caller)
  expect(moved).toMatchObject({ id: c, name: 'sea' })
  await handlers.setOpen({ id: b, isOpen: false }, caller)
  expect(await tree()).toBe('sea b(a)')
  const again = open(database)
  expect(await again.tree()).toBe('sea b(a)')
  const listed = await again.handlers.list({}, caller)
  expect(listed.find(({ id }) => id === b)).toMatchObject({ isOpen: false })
})

test('a folder goes neither into itself nor too deep, and nothing changes then', async () => {
  const { handlers, create, tree } = open()
  const a = await create('a')
  let deepest = a
  for (const name of 'bcdefgh') deepest = await create(name, deepest)
  const full = 'a(b(c(d(e(f(g(h)))))))'
  expect(await tree()).toBe(full)
  const refusals: [() => unknown, string][] = [
    [() => handlers.move({ id: a, parentId: deepest, beforeId: null }, caller), 'folderInItself'],
    [() => handlers.move({ id: a, parentId: a, beforeId: null }, caller), 'folderInItself'],
    [() => handlers.create({ name: 'i', parentId: deepest }, caller), 'folderTooDeep'],
    [
      () => handlers.create({ name: 'i', parentId: crypto.randomUUID() }, caller),
      'chatFolderMissing',
    ],
  ]
  for (const [refused, code] of refusals) {
    await expect(async () => refused()).rejects.toMatchObject({ code })
  }
  expect(await tree()).toBe(full)
  const other = await create('x')
  await expect(async () =>
    handlers.move({ id: a, parentId: other, beforeId: null }, caller),
  ).rejects.toMatchObject({ code: 'folderTooDeep' })
  await expect(async () =>
    handlers.move({ id: other, parentId: null, beforeId: deepest }, caller),
  ).rejects.toMatchObject({ code: 'chatFolderMissing' })
  expect(await tree()).toBe(`${full} x`)
})

test('chats move together or not at all, and their earlier folders undo it', async () => {
  const { database, handlers, create, announced } = open()
  const [work, home] = [await create('work'), await create('home')]
  const ids = ['one', 'two', 'three'].map((title, index) => addChat(database, title, index))
  const [one = '', two = '', three = ''] = ids
  await handlers.moveChats({ chats: [{ id: one, folderId: home }] }, caller)
  removeConversation(database, three, 9)
  const before = await handlers.moveChats(
    { chats: ids.map((id) => ({ id, folderId: work })) },
    caller,
  )
  expect(titles(database, work)).toBe('two one')
  expect(titles(database, 'loose')).toBe('')
  expect(titles(database, 'all')).toBe('two one')
  expect(announced.at(-1)).toEqual([one, two])
  await handlers.moveChats({ chats: before }, caller)
  expect([titles(database, home), titles(database, 'loose')]).toEqual(['one', 'two'])
  const missing = crypto.randomUUID()
  await expect(async () =>
    handlers.moveChats(
      {
        chats: [
          { id: one, folderId: work },
          { id: two, folderId: missing },
        ],
      },
      caller,
    ),
  ).rejects.toMatchObject({ code: 'chatFolderMissing' })
  expect([titles(database, home), titles(database, work)]).toEqual(['one', ''])
})

test('a deleted folder leaves its chats and folders, and comes back with them', async () => {
  const { database, handlers, create, tree } = open()
  const outer = await create('outer')
  const work = await create('work', outer)
  await create('plans', work)
  await create('bills', work)
  await create('last', outer)
  const [one, two] = [addChat(database, 'one', 1), addChat(database, 'two', 2)]
  await handlers.moveChats({ chats: [one, two].map((id) => ({ id, folderId: work })) }, caller)
  removeConversation(database, two, 9)
  await handlers.remove({ id: work }, caller)
  expect(await tree()).toBe('outer(plans bills last)')
  restoreConversation(database, two)
  expect(titles(database, 'loose')).toBe('two one')
  await handlers.restore({ id: work }, caller)
  expect(await tree()).toBe('outer(work(plans bills) last)')
  expect([titles(database, work), titles(database, 'loose')]).toEqual(['two one', ''])
  await expect(async () => handlers.restore({ id: work }, caller)).rejects.toMatchObject({
    code: 'chatFolderMissing',
  })
})

test('pins stand in the user’s order, in no other list, and come back where they were', async () => {
  const { database, handlers, create } = open()
  const work = await create('work')
  const ids = ['one', 'two', 'three'].map((title, index) => addChat(database, title, index))
  const [one = '', two = '', three = ''] = ids
  await handlers.moveChats({ chats: [{ id: one, folderId: work }] }, caller)
  await handlers.pin({ ids: [one, two], isPinned: true }, caller)
  await handlers.pin({ ids: [three], isPinned: true }, caller)
  expect(titles(database, 'pinned')).toBe('three one two')
  expect([titles(database, work), titles(database, 'loose')]).toEqual(['', ''])
  await handlers.movePin({ id: three, beforeId: two }, caller)
  expect(titles(database, 'pinned')).toBe('one three two')
  const before = await handlers.pin({ ids: [three, one], isPinned: false }, caller)
  expect([titles(database, work), titles(database, 'loose')]).toEqual(['one', 'three'])
  await handlers.setPins({ pins: before }, caller)
  expect(titles(database, 'pinned')).toBe('one three two')
  archiveConversation(database, one, 5)
  expect(titles(database, 'pinned')).toBe('three two')
  archiveConversation(database, one, null)
  expect(titles(database, 'pinned')).toBe('one three two')
  const many = Array.from({ length: maxPinnedChats }, (_, index) => addChat(database, 'x', index))
  await expect(async () =>
    handlers.pin({ ids: many, isPinned: true }, caller),
  ).rejects.toMatchObject({ code: 'tooManyPins' })
  expect(titles(database, 'pinned')).toBe('one three two')
  removeConversation(database, two, 9)
  await expect(async () =>
    handlers.pin({ ids: [two], isPinned: true }, caller),
  ).rejects.toMatchObject({ code: 'conversationMissing' })
  // Named twice, gone, or pinned already: the rest still happens, once.
  const [first = ''] = many
  const pinned = await handlers.pin({ ids: [first, first, two, one], isPinned: true }, caller)
  expect(pinned).toEqual([{ id: first, key: null }])
  expect(titles(database, 'pinned')).toBe('x one three')
})

test('a move that gives other pins new places tells of those, too', async () => {
  const { database, handlers, announced } = open()
  const ids = ['one', 'two', 'three'].map((title, index) => addChat(database, title, index))
  await handlers.pin({ ids, isPinned: true }, caller)
  database.run("UPDATE conversation SET pin_key = 'a0'")
  const [first = '', second = '', last = ''] = ids.toSorted()
  await handlers.movePin({ id: last, beforeId: second }, caller)
  expect(announced.at(-1)).toEqual([first, last, second])
})

test('a start shows again what a broken folder would hide', async () => {
  const { database, create } = open()
  const [a, b] = [await create('a'), await create('b')]
  await create('c', b)
  const chat = addChat(database, 'one', 1)
  database.run('UPDATE chat_folder SET parent_id = ? WHERE id = ?', b, a)
  database.run('UPDATE chat_folder SET parent_id = ? WHERE id = ?', a, b)
  database.run("UPDATE chat_folder SET id = 'odd' WHERE name = 'c'")
  database.run("UPDATE conversation SET folder_id = 'gone' WHERE id = ?", chat)
  expect(titles(database, 'loose')).toBe('')
  expect(await open(database).tree()).toBe('a(b(c))')
  expect(titles(database, 'loose')).toBe('one')
})

test('a start keeps together what is too deep to be shown', async () => {
  const { database, create, tree } = open()
  let deepest: string | null = null
  for (const name of 'abcdefgh') deepest = await create(name, deepest)
  const top = await create('x')
  await create('y', top)
  database.run('UPDATE chat_folder SET parent_id = ? WHERE id = ?', deepest, top)
  expect(await open(database).tree()).toBe('a(b(c(d(e(f(g(h))))))) x(y)')
  expect(await tree()).toBe('a(b(c(d(e(f(g(h))))))) x(y)')
})

test('a folder that no longer fits does not come back, and nothing is lost', async () => {
  const { handlers, create, tree } = open()
  const outer = await create('outer')
  const work = await create('work', outer)
  await create('plans', work)
  await handlers.remove({ id: work }, caller)
  let deepest = await create('a')
  for (const name of 'bcdef') deepest = await create(name, deepest)
  await handlers.move({ id: outer, parentId: deepest, beforeId: null }, caller)
  const before = await tree()
  await expect(async () => handlers.restore({ id: work }, caller)).rejects.toMatchObject({
    code: 'folderTooDeep',
  })
  expect(await tree()).toBe(before)
  await handlers.move({ id: outer, parentId: null, beforeId: null }, caller)
  await handlers.restore({ id: work }, caller)
  expect(await tree()).toBe('a(b(c(d(e(f))))) outer(work(plans))')
})

test('a change of one folder tells of it alone', async () => {
  const { handlers, create, told } = open()
  const a = await create('a')
  await create('b')
  told.length = 0
  const closed = await handlers.setOpen({ id: a, isOpen: false }, caller)
  expect(told).toEqual([['folderChanged', closed]])
})

test('a transaction that is cut off leaves the order as it was', async () => {
  const { database, handlers, create, tree } = open()
  const [a, b] = [await create('a'), await create('b')]
  database.exec(
    `CREATE TRIGGER fail BEFORE UPDATE OF order_key ON chat_folder
     BEGIN SELECT raise(ABORT, 'cut off'); END`,
  )
  await expect(async () =>
    handlers.move({ id: a, parentId: b, beforeId: null }, caller),
  ).rejects.toThrow('cut off')
  database.exec('DROP TRIGGER fail')
  expect(await tree()).toBe('a b')
  // Another connection sees what is on disk.
  const other = connect(database.path)
  expect(other.get('SELECT count(*) AS n FROM chat_folder WHERE parent_id IS NOT NULL')).toEqual({
    n: 0,
  })
  other.close()
})

test('a new conversation begins in its folder, or in none if that is gone', async () => {
  const { database, create } = open()
  const work = await create('work')
  const begin = (folderId: string): string => {
    const id = crypto.randomUUID()
    insertConversation(database, {
      ...{ id, title: 'begun', model: null, createdAt: 1, usedAt: 1, folderId },
    })
    return id
  }
  expect(findConversation(database, begin(work))?.folderId).toBe(work)
  expect(findConversation(database, begin(crypto.randomUUID()))?.folderId).toBeNull()
})
