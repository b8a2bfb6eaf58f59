import { expect, test } from 'vitest'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import { maxModelRequests } from '../../../../src/shared/limits.ts'
import { appendSpoken } from '../../../../src/main/chat/history/appendSpoken.ts'
import { getConversation, showLeaf } from '../../../../src/main/chat/history/conversations.ts'
import { getMessage, listMessages } from '../../../../src/main/chat/history/messages.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import { readTurns } from '../../../../src/main/chat/turns/turns.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import type { Consent } from '../../../../src/main/tools/tool.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { callsOf, door, resultsOf, word } from '../openDoors.ts'
import { scriptedProvider } from '../scriptedProvider.ts'
import {
  exchange,
  model as chatModel,
  openChat,
  openFrames,
  openHistory,
  readStart,
  withoutFiles,
} from '../testHistory.ts'

const speaker = { providerId: 'live', modelId: 'gpt-realtime-2.1' }

type Spoken = Extract<ReplyInput, { kind: 'spokenToolCalls' }>

function asks(names: readonly string[], more: Partial<Spoken> = {}): Spoken {
  const calls = names.map((name, index) => ({ id: `call_${String(index)}`, name, arguments: '{}' }))
  const rest = { conversationId: null, round: 1, usage: null, chatModel, speaker }
  return { kind: 'spokenToolCalls', calls, ...rest, ...more }
}

/** Opens a chat whose model must never be asked. */
function open(consent?: Consent, database = openHistory()) {
  const opened: string[] = []
  const used: unknown[] = []
  const provider = scriptedProvider(() => expect.unreachable())
  const clock = testTool({ name: 'clock', run: () => Promise.resolve(said('It is noon.')) })
  const letter = testTool({
    name: 'letter',
    run: () => Promise.resolve({ ...said('Secret 12345'), source: 'letters.example' }),
  })
  const tools = boxOf(door(opened, consent), clock, letter)
  const onUsed = (model: unknown) => used.push(model)
  return { ...openChat(provider, database, { tools, onUsed }), opened, used, provider }
}

function say(database: Database, conversationId: string | null, text: string): Message {
  const spoken = { role: 'user', at: 1, isInterrupted: false, usage: null, chatModel } as const
  const dependencies = { database, isRunning: () => false, now: () => 1 }
  return appendSpoken(dependencies, { ...spoken, conversationId, text, speaker }).message
}

test('a call that nobody is asked about runs, and no model is asked afterwards', async () => {
  const { replies, database, used, completed } = open()
  const usage = { inputTokens: 9, outputTokens: 2 }
  const { id: parentId, conversationId } = say(database, null, 'What time is it?')
  const call = asks(['clock'], { conversationId, usage })
  const { answer, conversation } = await exchange(replies, call)
  const status = 'complete'
  expect(answer).toMatchObject({ parentId, status, model: speaker, usage, warnings: [] })
  expect(resultsOf(answer)).toEqual(['It is noon.'])
  expect(getMessage(database, answer.id, () => false)).toEqual(answer)
  // The chat goes on with its own model, which is told of the call.
  expect(getConversation(database, conversation.id).model).toEqual(chatModel)
  expect([used, completed]).toEqual([[], []])
  const turns = readTurns(database, answer.id, { model: chatModel, ...withoutFiles })
  expect(turns.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
    ['user', ['text']],
    ['assistant', ['toolCall']],
    ['user', ['toolResult']],
  ])
})

test('a call waits for the user’s word while the talk goes on, and runs once', async () => {
  const { replies, database, opened } = open()
  const { answer } = await exchange(replies, asks(['door', 'clock']))
  expect(answer.status).toBe('awaiting')
  const { conversationId } = answer
  const later = say(database, conversationId, 'What does it ask?')
  expect(later.parentId).toBe(answer.id)
  expect(getMessage(database, answer.id, () => false).status).toBe('awaiting')
  expect(opened).toEqual([])

  const allowed = await exchange(replies, word(answer, 'once'))
  expect(allowed.answer).toMatchObject({ id: answer.id, status: 'complete' })
  expect(resultsOf(allowed.answer)).toEqual(['opened call_0', 'It is noon.'])
  expect(opened).toEqual(['call_0'])
  const branch = { conversationId, before: null, limit: 9 }
  const { messages } = listMessages(database, branch, () => false)
  expect(messages.map(({ id }) => id)).toEqual([answer.id, later.id])
})

test('of two calls the one that is refused does not run', async () => {
  const { replies, opened } = open()
  const { answer } = await exchange(replies, asks(['door', 'door']))
  const refused = await exchange(replies, word(answer, 'deny'))
  expect(refused.answer.status).toBe('awaiting')
  const { answer: ended } = await exchange(replies, word(refused.answer, 'once', 1))
  expect(ended.status).toBe('complete')
  expect(opened).toEqual(['call_1'])
  expect(resultsOf(ended)).toEqual(['The user did not allow this call.', 'opened call_1'])
})

test('arguments that are no JSON, and a tool that is not there, are told to the model', async () => {
  const { replies, opened } = open()
  const calls = [
    { id: 'a', name: 'door', arguments: 'open it' },
    { id: 'b', name: 'window', arguments: '{}' },
    { id: 'c', name: '', arguments: '' },
  ]
  const { answer } = await exchange(replies, asks([], { calls }))
  expect(answer.status).toBe('complete')
  expect(opened).toEqual([])
  expect(answer.parts.slice(3)).toMatchObject([
    { id: 'a', failed: true },
    { id: 'b', failed: true, text: 'There is no tool named window.' },
    { id: 'c', failed: true },
  ])
})

test('a permission of the chat holds, but not for what was read, in any branch', async () => {
  const consent: Consent = { ask: 'oncePerChat', destination: 'doors.example' }
  const { replies, database } = open(consent)
  const first = await exchange(replies, asks(['door']))
  const { conversationId } = first.answer
  await exchange(replies, word(first.answer, 'chat'))
  const again = await exchange(replies, asks(['door'], { conversationId }))
  expect(again.answer.status).toBe('complete')

  const read = await exchange(replies, asks(['letter'], { conversationId }))
  // The user turns to another branch, but the session remembers the letter.
  showLeaf(database, conversationId, first.answer.id)
  const { answer } = await exchange(replies, asks(['door'], { conversationId }))
  expect(read.answer.status).toBe('complete')
  expect(answer.parentId).toBe(first.answer.id)
  expect(callsOf(answer)).toMatchObject([
    { state: 'awaiting', approval: { flow: { from: ['letters.example'], to: 'doors.example' } } },
  ])
})

test('a session that ends leaves a waiting call that never runs', async () => {
  const { replies, database, opened } = open()
  const { answer } = await exchange(replies, asks(['door']))
  replies.stop(answer.id)
  expect(getMessage(database, answer.id, () => false).status).toBe('stopped')
  await expect(exchange(replies, word(answer, 'once'))).rejects.toMatchObject({ code: 'conflict' })
  const closed = await exchange(replies, { kind: 'continue', messageId: answer.id })
  expect(closed.answer.status).toBe('complete')
  expect(resultsOf(closed.answer)).toEqual(['The tool was not run.'])
  expect(opened).toEqual([])
})

test('after a kill the question is still open, and the call runs only by the user’s word', async () => {
  const database = openHistory()
  const { answer } = await exchange(open(undefined, database).replies, asks(['door']))
  recoverInterrupted(database)
  const { replies, opened } = open(undefined, database)
  expect(getMessage(database, answer.id, () => false).status).toBe('awaiting')
  expect(opened).toEqual([])
  const { answer: ended } = await exchange(replies, word(answer, 'once'))
  expect(ended.status).toBe('complete')
  expect(opened).toEqual(['call_0'])
})

test('calls that were only begun at a kill are kept, and do not run later', async () => {
  const database = openHistory()
  const { replies } = open(undefined, database)
  const reader = openFrames(replies, asks(['door']))
  const { answer } = await readStart(reader)
  recoverInterrupted(database)
  const later = open(undefined, database)
  const kept = getMessage(database, answer.id, () => false)
  expect(kept).toMatchObject({ status: 'interrupted' })
  expect(callsOf(kept)).toMatchObject([{ name: 'door', spoken: true }])
  const closed = await exchange(later.replies, { kind: 'continue', messageId: answer.id })
  expect(resultsOf(closed.answer)).toEqual(['The tool was not run.'])
  expect(later.opened).toEqual([])
  await reader.leave()
})

test('a call is repeated only by the user’s word, and still asks no model', async () => {
  const { replies, opened } = open({ ask: 'never' })
  const { answer } = await exchange(replies, asks(['door']))
  const repeat = { kind: 'repeatToolCall', messageId: answer.id, part: 0 } as const
  const repeated = await exchange(replies, repeat)
  expect(repeated.answer.status).toBe('awaiting')
  const { answer: ended } = await exchange(replies, word(repeated.answer, 'once'))
  expect(ended.status).toBe('complete')
  expect(opened).toHaveLength(2)
})

test('the last round of calls in a row says so', async () => {
  const { replies } = open()
  const { answer } = await exchange(replies, asks(['clock'], { round: maxModelRequests }))
  expect(answer.warnings).toEqual([{ code: 'toolLimit', subject: '10' }])
})

test('into a conversation that is not there no call is written', async () => {
  const { replies } = open()
  const conversationId = '00000000-0000-4000-8000-000000000000'
  await expect(exchange(replies, asks(['clock'], { conversationId }))).rejects.toMatchObject({
    code: 'conversationMissing',
  })
})
