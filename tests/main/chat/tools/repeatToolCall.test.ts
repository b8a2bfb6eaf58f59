import { expect, test } from 'vitest'
import { partsToRepeat } from '../../../../src/main/chat/tools/repeatedCall.ts'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { callsOf, openDoors, resultsOf, word } from '../openDoors.ts'
import { exchange, send } from '../testHistory.ts'

const never = { ask: 'never' as const }

test('a call runs again only after a new question, in another version of the answer', async () => {
  const { replies, opened, provider, database } = openDoors([[{ id: 'a' }], [], []], never)
  const { answer } = await exchange(replies, send('open it'))
  expect(opened).toEqual(['a'])
  const asked = await exchange(replies, { kind: 'repeatToolCall', messageId: answer.id, part: 0 })
  expect(asked.answer.id).not.toBe(answer.id)
  expect(asked.answer.parentId).toBe(answer.parentId)
  expect(asked.answer.status).toBe('awaiting')
  expect(opened).toEqual(['a'])
  expect(provider.requests).toHaveLength(2)
  const gone = await exchange(replies, word(asked.answer, 'once'))
  expect(opened).toHaveLength(2)
  expect(gone.answer.status).toBe('complete')
  expect(gone.answer.parts.at(-1)).toEqual({ type: 'text', text: 'Done.' })
  expect(getMessage(database, answer.id, () => false)).toMatchObject({ parts: answer.parts })
})

test('a permission does not spare the question', async () => {
  const { replies, opened } = openDoors([[{ id: 'a' }], []])
  const { answer } = await exchange(replies, send('open it'))
  const gone = await exchange(replies, word(answer, 'chat'))
  const again = { kind: 'repeatToolCall' as const, messageId: gone.answer.id, part: 0 }
  const asked = await exchange(replies, again)
  expect(asked.answer.status).toBe('awaiting')
  expect(opened).toEqual(['a'])
  const denied = await exchange(replies, word(asked.answer, 'deny'))
  expect(resultsOf(denied.answer)).toEqual(['The user did not allow this call.'])
  expect(opened).toEqual(['a'])
})

test('what stood before the call stays, with its results, and is not run again', async () => {
  const { replies, opened } = openDoors([[{ id: 'a' }, { id: 'b' }], []], never)
  const { answer } = await exchange(replies, send('open both'))
  const again = { kind: 'repeatToolCall' as const, messageId: answer.id, part: 1 }
  const { answer: asked } = await exchange(replies, again)
  expect(resultsOf(asked)).toEqual(['opened a'])
  expect(callsOf(asked).map(({ state }) => state)).toEqual(['running', 'awaiting'])
  expect(opened).toEqual(['a', 'b'])
})

test('only a call that has ended can be repeated', async () => {
  const { replies } = openDoors([[{ id: 'a' }]])
  const { answer } = await exchange(replies, send('open it'))
  const input = { kind: 'repeatToolCall' as const, messageId: answer.id, part: 0 }
  await expect(exchange(replies, input)).rejects.toMatchObject({ code: 'badInput' })
  expect(partsToRepeat([{ type: 'text', text: 'x' }], 0)).toBeUndefined()
  expect(partsToRepeat([], 3)).toBeUndefined()
})
