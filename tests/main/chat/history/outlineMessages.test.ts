import { expect, test } from 'vitest'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { insertMessage } from '../../../../src/main/chat/history/messages.ts'
import { outlineMessages } from '../../../../src/main/chat/history/outlineMessages.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

test('lists what a branch has before a message, in reading order, with its length', async () => {
  const { replies, database } = openChat(saying('x'.repeat(1000)))
  const { conversation, answer } = await exchange(replies, send('Short'))
  const next: Message = { ...answer, id: crypto.randomUUID(), parentId: answer.id, role: 'user' }
  insertMessage(database, next)
  const outline = outlineMessages(database, { conversationId: conversation.id, before: next.id })
  expect(outline.map(({ id, role }) => [id, role])).toEqual([
    [answer.parentId, 'user'],
    [answer.id, 'assistant'],
  ])
  expect(outline[0]?.length).toBeLessThan(200)
  expect(outline[1]?.length).toBeGreaterThanOrEqual(1000)
})

test('lists the branch of the message, whichever is shown', async () => {
  const { replies, database } = openChat(saying('First'))
  const { conversation, answer } = await exchange(replies, send('Say'))
  const other: Message = { ...answer, id: crypto.randomUUID() }
  const below: Message = { ...answer, id: crypto.randomUUID(), parentId: other.id }
  insertMessage(database, other)
  insertMessage(database, below)
  showVersion(database, answer.id)
  const outline = outlineMessages(database, { conversationId: conversation.id, before: below.id })
  expect(outline.map(({ id }) => id)).toEqual([answer.parentId, other.id])
})

test('a message of another conversation, or of none, is missing', async () => {
  const { replies, database } = openChat(saying('Yes'))
  const one = await exchange(replies, send('One'))
  const two = await exchange(replies, send('Two'))
  for (const before of [two.answer.id, crypto.randomUUID()]) {
    const input = { conversationId: one.conversation.id, before }
    expect(() => outlineMessages(database, input)).toThrow('does not exist')
  }
})
