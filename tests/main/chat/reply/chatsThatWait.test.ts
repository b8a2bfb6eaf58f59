import { expect, test } from 'vitest'
import type { Conversation } from '../../../../src/shared/chat/chat.ts'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { openDoors, word } from '../openDoors.ts'
import { exchange, send, type TestChat } from '../testHistory.ts'

/** Returns what the events said of the chat, and what the list says of it now. */
function signs({ events, database }: Pick<TestChat, 'events' | 'database'>) {
  const said = events.flatMap(({ name, payload }) =>
    name === 'conversationChanged' ? (payload as Conversation).awaitsUser : [],
  )
  const [listed] = listConversations(database, { before: null, limit: 1 })
  return { last: said.at(-1), listed: listed?.awaitsUser }
}
const waits = { last: true, listed: true }
const rests = { last: false, listed: false }

test('the list says that a chat waits for the user, until it has the user’s word', async () => {
  const chat = openDoors([[{ id: 'a' }]])
  const { answer } = await exchange(chat.replies, send('open it'))
  expect(signs(chat)).toEqual(waits)
  await exchange(chat.replies, word(answer, 'once'))
  expect(signs(chat)).toEqual(rests)
})

test('the list says so no more after Stop, a later message and another version', async () => {
  const chat = openDoors([[{ id: 'a' }], [{ id: 'b' }], [], []])
  const first = await exchange(chat.replies, send('open it'))
  chat.replies.stop(first.answer.id)
  expect(signs(chat)).toEqual(rests)
  const { conversationId } = first.answer
  const place = { conversationId, parentId: first.answer.id }
  const second = await exchange(chat.replies, send('now', place))
  expect(signs(chat)).toEqual(waits)
  await exchange(chat.replies, send('never mind', { ...place, parentId: second.answer.id }))
  expect(signs(chat)).toEqual(rests)
  const answered = getMessage(chat.database, second.answer.id, () => false)
  expect(answered.status).not.toBe('awaiting')
})
