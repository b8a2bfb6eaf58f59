import { expect, test } from 'vitest'
import { refusedChats } from '../../../../src/main/chat/history/refusedChats.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { scriptedProvider } from '../scriptedProvider.ts'
import { exchange, model, openChat, openHistory, send } from '../testHistory.ts'

test('a model is remembered by its refusal to chat, until it answers', async () => {
  const database = openHistory()
  let code: 'onlyCompletes' | 'overloaded' | undefined = 'overloaded'
  const provider = scriptedProvider(async function* () {
    if (code) throw new AppError(code, 'No')
    yield { type: 'text', text: 'Hello' }
    yield { type: 'finish', reason: 'stop' }
  })
  const { replies } = openChat(provider, database)
  await exchange(replies, send('Hello'))
  expect(refusedChats(database)).toEqual([])
  code = 'onlyCompletes'
  await exchange(replies, send('Hello'))
  expect(refusedChats(database)).toEqual([model])
  code = undefined
  await exchange(replies, send('Hello'))
  expect(refusedChats(database)).toEqual([])
})
