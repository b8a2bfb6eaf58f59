import { expect, onTestFinished, test } from 'vitest'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'
import { scriptedProvider } from '../scriptedProvider.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const now = testTool({ name: 'now' })
const failing = testTool({
  name: 'now',
  run: () => Promise.resolve({ parts: [{ type: 'text', text: 'No clock' }], failed: true }),
})

/** Answers each request by a call with a new id. */
function calling(callOf: (round: number) => { name: string; arguments: string }) {
  let round = 0
  return scriptedProvider(async function* () {
    round += 1
    const call: ReplyEvent = { type: 'toolCall', id: `call_${String(round)}`, ...callOf(round) }
    yield { type: 'text', text: 'Hello.' }
    yield call
    yield { type: 'finish', reason: 'toolCalls' }
  })
}

test.each([
  ['says nothing', '', []],
  ['says {}', '{}', []],
  ['has arguments', '{"city":"Rome"}', [{ code: 'toolCallUnnamed' }]],
])('a call without a name that %s starts no round', async (_case, given, warnings) => {
  const provider = calling(() => ({ name: '', arguments: given }))
  const { replies } = openChat(provider, openHistory(), { tools: boxOf(now) })
  const { answer } = await exchange(replies, send('Hello'))
  expect(provider.requests).toHaveLength(1)
  expect(answer).toMatchObject({
    status: 'complete',
    parts: [{ type: 'text', text: 'Hello.' }],
    warnings,
  })
})

test('a service that puts a placeholder into every answer is asked once', async () => {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const call = { index: 0, id: '', type: 'function', function: { name: '', arguments: '' } }
  const chunks = [
    { delta: { content: 'Hello', tool_calls: [call] }, finish_reason: null },
    { delta: {}, finish_reason: 'tool_calls' },
  ]
  const pieces = chunks.map((choice) =>
    new TextEncoder().encode(`data: ${JSON.stringify({ choices: [choice] })}\n\n`),
  )
  fake.behave({ kind: 'bytes', pieces })
  const { replies } = openChat(openService(fake.baseUrl), openHistory(), { tools: boxOf(now) })
  const { answer } = await exchange(replies, send('Hi'))
  expect(fake.requests).toHaveLength(1)
  expect(answer).toMatchObject({ status: 'complete', parts: [{ type: 'text', text: 'Hello' }] })
})

test.each([
  ['a tool that does not exist, asked otherwise each time', now, 'nothing'],
  ['a tool that fails', failing, 'now'],
])('%s ends the turn after three times', async (_case, tool, name) => {
  const provider = calling((round) => ({
    name,
    arguments: name === 'now' ? '{}' : JSON.stringify({ round }),
  }))
  const { replies } = openChat(provider, openHistory(), { tools: boxOf(tool) })
  const { answer } = await exchange(replies, send('When?'))
  expect(provider.requests).toHaveLength(3)
  expect(answer).toMatchObject({ status: 'complete', warnings: [{ code: 'toolCallsRepeated' }] })
})

test('calls that fail with other arguments, or that succeed, go on to the limit', async () => {
  for (const tool of [failing, now]) {
    const given = (round: number) => (tool === failing ? JSON.stringify({ round }) : '{}')
    const provider = calling((round) => ({ name: 'now', arguments: given(round) }))
    const { replies } = openChat(provider, openHistory(), { tools: boxOf(tool) })
    const { answer } = await exchange(replies, send('When?'))
    expect(provider.requests).toHaveLength(10)
    expect(answer.warnings).toEqual([{ code: 'toolLimit', subject: '10' }])
  }
})

test('what services refuse in a call never goes back to them', async () => {
  const provider = scriptedProvider(async function* () {
    yield { type: 'toolCall', id: 'a', name: 'functions.now', arguments: '{}' }
    yield { type: 'toolCall', id: 'b', name: 'n'.repeat(80), arguments: '{}' }
    yield { type: 'finish', reason: 'length' }
  })
  const { replies } = openChat(provider, openHistory(), { tools: boxOf(now) })
  const { answer } = await exchange(replies, send('When?'))
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  await exchange(replies, send('And?', place))
  const parts = provider.requests.at(-1)?.turns.flatMap((turn) => turn.parts) ?? []
  expect(parts.flatMap((part) => (part.type === 'toolCall' ? part.name : []))).toEqual([
    'functions_now',
    'n'.repeat(64),
  ])
})
