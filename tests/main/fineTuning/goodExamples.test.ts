import { expect, test } from 'vitest'
import { exampleOf } from '../../../src/main/chat/history/exampleOf.ts'
import { removeConversation } from '../../../src/main/chat/history/trash.ts'
import { listMarks, setMark, writeMarked } from '../../../src/main/fineTuning/goodExamples.ts'
import { saying } from '../chat/scriptedProvider.ts'
import { exchange, openChat, send } from '../chat/testHistory.ts'

test('marked answers become examples with the conversation before them', async () => {
  const { replies, database } = openChat(saying('At noon.'))
  const first = await exchange(replies, send('When does it leave?'))
  const place = { conversationId: first.conversation.id, parentId: first.answer.id }
  const { answer } = await exchange(replies, send('And back?', place))
  setMark(database, { messageId: answer.id, isGood: true }, 1)
  setMark(database, { messageId: answer.id, isGood: true }, 2)
  const { text, leftOut } = writeMarked(database, (id) => exampleOf(database, id))
  expect(leftOut).toBe(0)
  expect(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    {
      messages: [
        { role: 'user', content: 'When does it leave?' },
        { role: 'assistant', content: 'At noon.' },
        { role: 'user', content: 'And back?' },
        { role: 'assistant', content: 'At noon.' },
      ],
    },
  ])
  setMark(database, { messageId: answer.id, isGood: false }, 3)
  expect(listMarks(database)).toEqual([])
})

test('an answer that depends on a tool is left out and counted, and one of a removed chat is gone', async () => {
  const { replies, database } = openChat(saying('At noon.'))
  const { conversation, answer } = await exchange(replies, send('When does it leave?'))
  setMark(database, { messageId: answer.id, isGood: true }, 1)
  const parts = [
    { type: 'toolCall', id: 'c', name: 'search', arguments: '{}' },
    { type: 'text', text: 'Noon.' },
  ]
  database.run('UPDATE message SET parts = ? WHERE id = ?', JSON.stringify(parts), answer.id)
  expect(writeMarked(database, (id) => exampleOf(database, id))).toEqual({ text: '', leftOut: 1 })
  removeConversation(database, conversation.id, 2)
  expect(listMarks(database)).toEqual([])
})

test('only answers can be marked', async () => {
  const { replies, database } = openChat(saying('At noon.'))
  const { answer } = await exchange(replies, send('When does it leave?'))
  const question = { messageId: answer.parentId ?? '', isGood: true }
  expect(() => setMark(database, question, 1)).toThrow(
    expect.objectContaining({ code: 'messageMissing' }),
  )
})
