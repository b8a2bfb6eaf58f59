import { expect, test } from 'vitest'
import { chatText } from '../../../../src/main/chat/history/chatText.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

test('a chat becomes a document of its shown branch, with a heading for each message', async () => {
  const { replies, database } = openChat(saying('At noon.'))
  const { conversation, answer } = await exchange(replies, send('When does it leave?'))
  const place = { conversationId: conversation.id, parentId: answer.id }
  await exchange(replies, send(`And back?\n\nSorry, ${'I mean the ferry. '.repeat(9)}`, place))
  const found = chatText(database, conversation.id)
  expect(found?.text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    `# ${conversation.title}`,
    '## › When does it leave?',
    '### parrot-1',
    '## › And back?',
    '### parrot-1',
  ])
  expect(found?.text).toContain('At noon.')
  expect(found?.changedAt).toBeGreaterThan(0)
  expect(chatText(database, '0190f5a0-0000-7000-8000-000000000009')).toBeUndefined()
})

test('a chat of more messages than a page has them all', async () => {
  const { replies, database } = openChat(saying('Yes.'))
  let place = { conversationId: null as string | null, parentId: null as string | null }
  for (let asked = 0; asked < 110; asked += 1) {
    const { conversation, answer } = await exchange(replies, send(`Question ${asked}`, place))
    place = { conversationId: conversation.id, parentId: answer.id }
  }
  const questions = chatText(database, place.conversationId ?? '')?.text.match(
    /^## › Question \d+$/gm,
  )
  expect(questions).toEqual(Array.from({ length: 110 }, (_, asked) => `## › Question ${asked}`))
})
