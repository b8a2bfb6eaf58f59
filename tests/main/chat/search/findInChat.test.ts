import { expect, test } from 'vitest'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { findInChat } from '../../../../src/main/chat/search/findInChat.ts'
import { insertMessage } from '../../../../src/main/chat/history/messages.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

function counts(database: Database, conversationId: string, query: string): Promise<number[]> {
  return findInChat(database, { conversationId, query }).then((found) =>
    found.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0)),
  )
}

test('finds what is shown rather than how it is marked, without regard to case and accents', async () => {
  const answer = 'A **Crème** [brûlée](https://example.org/creme), and\n- a creme brulee'
  const { replies, database } = openChat(saying(answer))
  const { conversation } = await exchange(replies, send('**crème**? ＣＲÈＭＥ!'))
  expect(await counts(database, conversation.id, 'creme')).toEqual([2, 2])
  expect(await counts(database, conversation.id, 'CRÈME  brulee')).toEqual([2])
  expect(await counts(database, conversation.id, '**')).toEqual([2])
  expect(await counts(database, conversation.id, 'and a creme')).toEqual([1])
  expect(await counts(database, conversation.id, '(a+)+$ [')).toEqual([])
  expect(await counts(database, conversation.id, '   ')).toEqual([])
})

test('finds parts of words in scripts without spaces, but no half of a letter', async () => {
  const { replies, database } = openChat(saying('明天下午三点在会议室开会。각하'))
  const { conversation } = await exchange(replies, send('ذَهَبَ الوَلَدُ'))
  expect(await counts(database, conversation.id, '会议')).toEqual([1])
  expect(await counts(database, conversation.id, '가')).toEqual([])
  expect(await counts(database, conversation.id, 'الولد')).toEqual([1])
})

test('looks through the branch that is shown alone, in reading order', async () => {
  const { replies, database } = openChat(saying('A pear.'))
  const { conversation, answer } = await exchange(replies, send('A pear?'))
  const other = { ...answer, id: crypto.randomUUID(), parts: [{ type: 'text', text: 'Pears' }] }
  insertMessage(database, other as typeof answer)
  const found = await findInChat(database, { conversationId: conversation.id, query: 'pear' })
  expect(found.map(({ id }) => id)).toEqual([answer.parentId, answer.id])
  showVersion(database, other.id)
  const shown = await findInChat(database, { conversationId: conversation.id, query: 'pear' })
  expect(shown.map(({ id }) => id)).toEqual([answer.parentId, other.id])
})
