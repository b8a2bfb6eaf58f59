import { expect, test } from 'vitest'
import { hasBranches, mapBranches } from '../../../../src/main/chat/history/branchMap.ts'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { tree } from '../../../../src/shared/chat/tree.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, model, openChat, openHistory, send } from '../testHistory.ts'

test('the map lists the versions of each message that has several, as a tree', async () => {
  const { database, replies } = openChat(saying('# Indeed\n\nAs you say.'))
  const first = await exchange(replies, send('walrus?'))
  const { id: conversationId } = first.conversation
  expect(hasBranches(database, conversationId)).toBe(false)
  expect(mapBranches(database, conversationId)).toEqual({ versions: [], leftOut: 0 })

  const again = { kind: 'regenerate' as const, messageId: first.answer.id, model, shorten: false }
  const beside = await exchange(replies, again)
  const at = { conversationId, parentId: beside.answer.id }
  const next = await exchange(replies, send('narwhal?', at))
  const edited = await exchange(replies, send('unicorn?', at))
  showVersion(database, next.question?.id ?? '')
  expect(hasBranches(database, conversationId)).toBe(true)
  const map = tree.branchMap.output.parse(mapBranches(database, conversationId))
  expect(map.versions).toMatchObject([
    { id: first.answer.id, depth: 1, position: 1, versions: 2, messages: 1, isShown: false },
    { id: beside.answer.id, depth: 1, position: 2, messages: 1, isShown: true, model },
    { id: next.question?.id, depth: 2, position: 1, messages: 2, isShown: true, role: 'user' },
    { id: edited.question?.id, depth: 2, position: 2, messages: 2, isShown: false },
  ])
  expect(map.versions.map(({ words }) => words)).toEqual([
    ...['Indeed As you say.', 'Indeed As you say.', 'narwhal?', 'unicorn?'],
  ])
})

/** Adds a chat whose last message has so many versions. */
async function addLongChat(database: Database, length: number, versions: number): Promise<string> {
  const { replies } = openChat(saying('Yes'), database)
  const { conversation, answer } = await exchange(replies, send('walrus?'))
  const parts = JSON.stringify([{ type: 'text', text: 'word '.repeat(300) }])
  database.transaction(() => {
    let parentId = answer.id
    for (let index = 0; index < length; index += 1) {
      const id = crypto.randomUUID()
      database.run(
        `INSERT INTO message (id, conversation_id, parent_id, role, status, created_at, parts)
         VALUES (?, ?, ?, ?, 'complete', 1, ?)`,
        ...[id, conversation.id, parentId, index % 2 === 0 ? 'user' : 'assistant', parts],
      )
      if (index < length - versions) parentId = id
    }
  })
  return conversation.id
}

test('the map of a long chat reads the versions alone, and says how many it left out', async () => {
  const database = openHistory()
  const id = await addLongChat(database, 10_000, 1500)
  let rows = 0
  const counting: Database = {
    ...database,
    all(sql, ...values) {
      const read = database.all(sql, ...values)
      if (sql.includes('parts')) rows += read.length
      return read
    },
  }
  const { versions, leftOut } = mapBranches(counting, id)
  expect(rows).toBe(1000)
  expect(versions).toHaveLength(1000)
  expect(leftOut).toBe(500)
})
