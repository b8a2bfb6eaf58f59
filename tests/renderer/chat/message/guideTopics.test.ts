import { expect, test } from 'vitest'
import { takeTopics } from '../../../../src/renderer/chat/message/guideTopics.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'

const answer = (text: string, status: Message['status'] = 'complete') =>
  ({ status, parts: [{ type: 'text', text }] }) as unknown as Message

test('the list of topics becomes buttons, and the rest stays', () => {
  const { message, topics } = takeTopics(answer('Nothing.\n\nI know:\n\n- Chats\n- API keys'))
  expect(message.parts).toEqual([{ type: 'text', text: 'Nothing.\n\nI know:' }])
  expect(topics).toEqual(['Chats', 'API keys'])
})

test('a list that is still being written is not shown as text either', () => {
  const { message } = takeTopics(answer('I know:\n\n- Chats\n- AP', 'streaming'))
  expect(message.parts).toEqual([{ type: 'text', text: 'I know:' }])
})

test.each([
  ['an answer without a list', 'A key is kept in the keychain. [1]', 'complete'],
  ['a list within the text', 'First:\n\n- one\n- two\n\nThen more. [1]', 'complete'],
  ['an answer that was stopped', 'I know:\n\n- Chats\n- AP', 'stopped'],
] as const)('%s is shown as it is', (_what, text, status) => {
  const given = answer(text, status)
  expect(takeTopics(given)).toEqual({ message: given, topics: [] })
})
