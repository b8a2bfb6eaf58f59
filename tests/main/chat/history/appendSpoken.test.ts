import { expect, test } from 'vitest'
import type { Usage } from '../../../../src/shared/chat/parts.ts'
import { appendSpoken } from '../../../../src/main/chat/history/appendSpoken.ts'
import { listMessages } from '../../../../src/main/chat/history/messages.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { readTurns } from '../../../../src/main/chat/turns/turns.ts'
import { model as chatModel, openHistory, withoutFiles } from '../testHistory.ts'

const speaker = { providerId: 'live', modelId: 'gpt-realtime-2.1' }

function open() {
  const database = openHistory()
  let time = 0
  const dependencies = { database, isRunning: () => false, now: () => (time += 1) }
  return {
    database,
    say: (
      conversationId: string | null,
      role: 'user' | 'assistant',
      text: string,
      { at = 5, isInterrupted = false, usage = null as Usage | null } = {},
    ) =>
      appendSpoken(dependencies, {
        conversationId,
        role,
        text,
        at,
        isInterrupted,
        usage,
        chatModel,
        speaker,
      }),
  }
}

test('a call in a new chat makes a conversation that goes on with the chat’s model', () => {
  const { database, say } = open()
  const { conversation, message } = say(null, 'user', 'What is a fox?')
  expect(conversation).toMatchObject({ title: 'What is a fox?', model: chatModel })
  const { id } = conversation
  const answer = say(id, 'assistant', 'An animal.').message
  expect(answer).toMatchObject({ parentId: message.id, model: speaker, status: 'complete' })
  const page = listMessages(database, { conversationId: id, before: null, limit: 10 }, () => false)
  expect(page.messages.map(({ role, model }) => [role, model])).toEqual([
    ['user', null],
    ['assistant', speaker],
  ])
  expect(search(database, { query: 'animal', limit: 5 })).toHaveLength(1)
})

test('a message has the time when it was spoken, and says that it was broken off', () => {
  const { say } = open()
  const usage = { inputTokens: 10, outputTokens: 9, audioOutputTokens: 8 }
  const { message } = say(null, 'assistant', 'An ani', { at: 77, isInterrupted: true, usage })
  const warnings = [{ code: 'speechInterrupted' }]
  expect(message).toMatchObject({ createdAt: 77, warnings, usage })
})

test('the chat’s model is told what was said, also where one side spoke twice', () => {
  const { database, say } = open()
  const { id } = say(null, 'user', 'One.').conversation
  say(id, 'user', 'Two.')
  const { message } = say(id, 'assistant', 'Three.')
  const turns = readTurns(database, message.id, { model: chatModel, ...withoutFiles })
  expect(turns.map(({ role, parts }) => [role, parts])).toEqual([
    ['user', [{ type: 'text', text: 'One.\n\nTwo.' }]],
    ['assistant', [{ type: 'text', text: 'Three.' }]],
  ])
})

test('into a conversation that is not there nothing is written', () => {
  const { database, say } = open()
  const missing = '00000000-0000-4000-8000-000000000000'
  expect(() => say(missing, 'user', 'Lost')).toThrow(
    expect.objectContaining({ code: 'conversationMissing' }),
  )
  expect(database.get('SELECT count(*) AS count FROM message')).toEqual({ count: 0 })
})
