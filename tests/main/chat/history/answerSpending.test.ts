import { expect, test } from 'vitest'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { recordSlice } from '../../../../src/main/chat/history/answerSpending.ts'
import { appendSpoken } from '../../../../src/main/chat/history/appendSpoken.ts'
import { branchChat } from '../../../../src/main/chat/history/branchChat.ts'
import { eraseRemoved } from '../../../../src/main/chat/history/trash.ts'
import { markStreaming } from '../../../../src/main/chat/history/messages.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { logLedgerFailures } from '../../../../src/main/spending/ledger.ts'
import { connect, type Database } from '../../../../src/main/storage/connection.ts'
import { prepare } from '../../../../src/main/storage/database.ts'
import { migrate } from '../../../../src/main/storage/migrate.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import type { Usage } from '../../../../src/shared/chat/parts.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'
import { saying, scriptedProvider, sayingThenSilent } from '../scriptedProvider.ts'
import {
  exchange,
  model,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
} from '../testHistory.ts'

const usage = (inputTokens: number, outputTokens: number): Usage => ({ inputTokens, outputTokens })
const counted = (input: number, output: number): ReplyEvent => ({
  type: 'usage',
  usage: usage(input, output),
})
const stop: ReplyEvent = { type: 'finish', reason: 'stop' }

/** Returns a provider that answers each request with the next list of events. */
function answering(...rounds: ReplyEvent[][]) {
  let asked = 0
  return scriptedProvider(async function* () {
    yield* rounds[asked++] ?? []
  })
}

function ledger(database: Database, columns = 'input_tokens, output_tokens') {
  return database.all(`SELECT ${columns} FROM spend ORDER BY sequence`)
}

test('each request of an answer is in the ledger, with its own counts and time', async () => {
  const calls: ReplyEvent[] = [
    { type: 'toolCall', id: 'a', name: 'now', arguments: '{}' },
    { type: 'usage', usage: { ...usage(100, 20), cachedTokens: 64, reasoningTokens: 12 } },
    { type: 'finish', reason: 'toolCalls' },
  ]
  const provider = answering(calls, [{ type: 'text', text: 'Noon' }, counted(150, 5), stop])
  let time = new Date(2026, 10, 29, 23, 59).getTime()
  const { replies, database } = openChat(provider, openHistory(), {
    tools: boxOf(testTool({ name: 'now' })),
    now: () => (time += 30_000),
  })
  const { answer } = await exchange(replies, send('What time is it?'))
  expect(answer.usage).toMatchObject({ inputTokens: 250, outputTokens: 25 })
  const [first, second] = ledger(database, '*')
  expect(first).toMatchObject({
    ...{ kind: 'answer', provider_id: model.providerId, model_id: model.modelId },
    ...{ conversation_id: answer.conversationId, message_id: answer.id },
    ...{ input_tokens: 100, cached_tokens: 64, output_tokens: 20, reasoning_tokens: 12 },
    ...{ audio_input_tokens: null, basis: 'due', nano_amount: null },
  })
  expect(second).toMatchObject({ input_tokens: 150, output_tokens: 5, cached_tokens: null })
  expect(ledger(database)).toHaveLength(2)
  expect(Number(second?.['spent_at'])).toBeGreaterThan(Number(first?.['spent_at']))
  expect(second?.['day']).toBe('2026-11-30')
})

test('a ledger that can not be written is logged, and breaks no answer', async () => {
  const provider = answering([{ type: 'text', text: 'Yes' }, counted(7, 1), stop])
  const { replies, database } = openChat(provider)
  const logged: string[] = []
  logLedgerFailures(database, (event) => void logged.push(event))
  database.exec('ALTER TABLE spend RENAME TO lost')
  const { answer } = await exchange(replies, send('go'))
  expect(answer).toMatchObject({ status: 'complete', usage: usage(7, 1) })
  expect(database.get('SELECT status FROM message WHERE id = ?', answer.id)).toEqual({
    status: 'complete',
  })
  expect(logged).toEqual(['A request could not be added to the ledger of costs'])
})

test('an answer and its row are on disk together, and once', async () => {
  const provider = answering([{ type: 'text', text: 'Yes' }, counted(7, 1), stop])
  const { replies, database } = openChat(provider)
  database.exec(
    `CREATE TRIGGER refuse BEFORE UPDATE OF status ON message WHEN NEW.status = 'complete'
     BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )
  const { answer } = await exchange(replies, send('go'))
  expect(answer.status).toBe('failed')
  const status = () => database.get('SELECT status FROM message WHERE id = ?', answer.id)
  expect(status()).toEqual({ status: 'streaming' })
  expect(ledger(database)).toEqual([])
  database.exec('DROP TRIGGER refuse')
  replies.stopAll()
  replies.stopAll()
  expect(status()).toEqual({ status: 'failed' })
  expect(ledger(database)).toEqual([{ input_tokens: 7, output_tokens: 1 }])
})

test('a stopped answer costs nobody knows how much, a refused one nothing', async () => {
  const { replies, database } = openChat(sayingThenSilent('Half'))
  const reader = openFrames(replies, send('go'))
  const { answer } = await readStart(reader)
  await reader.next()
  replies.stop(answer.id)
  await reader.next()
  expect(ledger(database, 'message_id, input_tokens')).toEqual([
    { message_id: answer.id, input_tokens: null },
  ])
  const refusing = scriptedProvider(() => {
    throw new AppError('keyRefused', 'No', { status: 401 })
  })
  await exchange(openChat(refusing, database).replies, send('go'))
  expect(ledger(database)).toHaveLength(1)
  // The service may have done the work.
  const broken = scriptedProvider(() => {
    throw new AppError('serverError', 'Oh', { status: 500 })
  })
  const { answer: lost } = await exchange(openChat(broken, database).replies, send('go'))
  expect(ledger(database, 'message_id, input_tokens')[1]).toEqual({
    ...{ message_id: lost.id, input_tokens: null },
  })
})

test('an answer that fails within its second request keeps the count of its first', async () => {
  const calls: ReplyEvent[] = [
    { type: 'toolCall', id: 'a', name: 'now', arguments: '{}' },
    counted(100, 20),
    { type: 'finish', reason: 'toolCalls' },
  ]
  const provider = answering(calls, [{ type: 'text', text: 'No' }])
  const { replies, database } = openChat(provider, openHistory(), {
    tools: boxOf(testTool({ name: 'now' })),
  })
  expect((await exchange(replies, send('go'))).answer.status).toBe('failed')
  expect(ledger(database)).toEqual([
    { input_tokens: 100, output_tokens: 20 },
    { input_tokens: null, output_tokens: null },
  ])
})

test('a crash leaves one row whose counts are unknown', async () => {
  const { replies, database } = openChat(saying('x'))
  const { answer } = await exchange(replies, send('go'))
  expect(ledger(database)).toHaveLength(1)
  markStreaming(database, answer.id, answer.parts)
  recoverInterrupted(database)
  recoverInterrupted(database)
  expect(ledger(database, 'message_id, input_tokens')).toEqual([
    { message_id: answer.id, input_tokens: null },
    { message_id: answer.id, input_tokens: null },
  ])
})

test('a spoken answer is counted with its last text', () => {
  const database = openHistory()
  const say = (role: 'user' | 'assistant', given: Usage | null) =>
    appendSpoken(
      { database, isRunning: () => false, now: () => 1 },
      {
        ...{ conversationId: null, role, text: 'Hello', at: 5, isInterrupted: false },
        ...{ usage: given, chatModel: null, speaker: model },
      },
    )
  say('user', null)
  say('assistant', null)
  say('assistant', { ...usage(30, 40), audioInputTokens: 20, audioOutputTokens: 39 })
  expect(ledger(database, 'kind, input_tokens, audio_output_tokens')).toEqual([
    { kind: 'realtime', input_tokens: 30, audio_output_tokens: 39 },
  ])
})

/** Opens a history whose answers are from before the ledger. */
function openEarlier(answers: readonly { usage?: Usage; status?: string; text?: string }[]) {
  const folder = temporaryFolder()
  const database = connect(historyPath(folder))
  prepare(database)
  migrate(database, migrations.slice(0, 29))
  const chat = '7b7c5a3c-6f0e-4c63-8b1c-0d3d6f0b8f10'
  database.transaction(() => {
    database.run(
      `INSERT INTO conversation (id, title, title_source, created_at, used_at)
       VALUES (?, 'Chat', 'user', 0, 0)`,
      chat,
    )
    for (const [at, { usage: given, status = 'complete', text = 'Yes' }] of answers.entries()) {
      database.run(
        `INSERT INTO message (id, conversation_id, role, status, provider_id, model_id, created_at,
           usage, parts)
         VALUES (?, ?, 'assistant', ?, 'test', 'parrot-1', ?, ?, ?)`,
        ...[`m${String(at)}`, chat, status, at, given ? JSON.stringify(given) : null],
        text === '' ? '[]' : JSON.stringify([{ type: 'text', text }]),
      )
    }
  })
  database.close()
  return openHistory(folder)
}

test('earlier answers are added in slices, each once, the newest first', () => {
  const database = openEarlier(Array.from({ length: 250 }, (_, at) => ({ usage: usage(at, 1) })))
  expect(recordSlice(database)).toBe(true)
  expect(ledger(database, 'origin, input_tokens')[0]).toEqual({ origin: 'm249', input_tokens: 249 })
  expect(ledger(database)).toHaveLength(100)
  while (recordSlice(database));
  expect(ledger(database)).toHaveLength(250)
  expect(database.get('SELECT sum(input_tokens) AS sum FROM spend')).toEqual({ sum: 31_125 })
  expect(recordSlice(database)).toBe(false)
})

test('earlier answers of a removed chat are added before it is erased', () => {
  const database = openEarlier([{ usage: usage(10, 2) }, { usage: usage(20, 3) }])
  eraseRemoved(database)
  expect(ledger(database)).toEqual([])
  database.exec('UPDATE conversation SET removed_at = 1')
  eraseRemoved(database)
  expect(database.all('SELECT id FROM message')).toEqual([])
  while (recordSlice(database));
  expect(ledger(database)).toEqual([
    { input_tokens: 10, output_tokens: 2 },
    { input_tokens: 20, output_tokens: 3 },
  ])
})

test('an earlier answer without a count is unknown; one without a text has cost nothing', () => {
  const database = openEarlier([
    { status: 'failed', text: '' },
    { status: 'stopped', text: 'Half' },
    { status: 'failed', text: 'Half' },
  ])
  while (recordSlice(database));
  expect(ledger(database, 'origin, input_tokens')).toEqual([
    { origin: 'm2', input_tokens: null },
    { origin: 'm1', input_tokens: null },
  ])
})

test('an earlier answer without a count that is continued before its turn is unknown', async () => {
  const database = openEarlier([])
  const { answer } = await exchange(
    openChat(answering([{ type: 'text', text: 'One' }]), database).replies,
    send('go'),
  )
  // As if it was from before the ledger.
  database.exec('DELETE FROM spend')
  database.exec('INSERT INTO spend_rest SELECT max(sequence) FROM message')
  const rest = answering([{ type: 'text', text: ' two' }, counted(20, 3), stop])
  await exchange(openChat(rest, database).replies, { kind: 'continue', messageId: answer.id })
  expect(ledger(database)).toEqual([
    { input_tokens: null, output_tokens: null },
    { input_tokens: 20, output_tokens: 3 },
  ])
})

test('an earlier answer that is continued before its turn is counted once', async () => {
  const database = openEarlier([])
  const cut = answering([
    { type: 'text', text: 'One' },
    counted(10, 2),
    { type: 'finish', reason: 'length' },
  ])
  const { answer } = await exchange(openChat(cut, database).replies, send('go'))
  // As if it was from before the ledger.
  database.exec('DELETE FROM spend')
  database.exec('INSERT INTO spend_rest SELECT max(sequence) FROM message')
  const rest = answering([{ type: 'text', text: ' two' }, counted(20, 3), stop])
  const { replies } = openChat(rest, database)
  const going = await exchange(replies, { kind: 'continue', messageId: answer.id })
  expect(going.answer.usage).toEqual(usage(30, 5))
  while (recordSlice(database));
  expect(ledger(database)).toEqual([
    { input_tokens: 10, output_tokens: 2 },
    { input_tokens: 20, output_tokens: 3 },
  ])
})

test('a branch’s copy of an answer is continued without being counted again', async () => {
  const database = openHistory()
  const cut = answering([
    { type: 'text', text: 'One' },
    counted(10, 2),
    { type: 'finish', reason: 'length' },
  ])
  const { answer } = await exchange(openChat(cut, database).replies, send('go'))
  const dependencies = { database, copiers: [], now: Date.now }
  const { id } = await branchChat(dependencies, { messageId: answer.id, title: 'Branch' })
  const copy = database.get('SELECT leaf_id AS id FROM conversation WHERE id = ?', id)
  const rest = answering([{ type: 'text', text: ' two' }, counted(20, 3), stop])
  await exchange(openChat(rest, database).replies, {
    kind: 'continue',
    messageId: String(copy?.['id']),
  })
  expect(ledger(database)).toEqual([
    { input_tokens: 10, output_tokens: 2 },
    { input_tokens: 20, output_tokens: 3 },
  ])
})
