import { expect, onTestFinished, test } from 'vitest'
import { earlierSources } from '../../../../src/main/chat/turns/earlierSources.ts'
import { createShownCalls } from '../../../../src/main/chat/tools/shownCalls.ts'
import { sourcesOf } from '../../../../src/main/chat/tools/dataFlow.ts'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { Behaviour } from '../../../fakes/behaviour.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const clock = testTool({
  name: 'clock',
  run: () => Promise.resolve({ parts: [], page: { plugin: 'clock', isAnswer: true } }),
})
const weather = testTool({
  name: 'weather',
  run: () =>
    Promise.resolve({
      parts: [{ type: 'text', text: 'Sun' }],
      source: 'weather.example',
      page: { plugin: 'weather', isAnswer: false },
    }),
})

/** Opens a chat with a model that first calls a tool, then another one, then answers. */
async function openCallingChat(...calls: string[]) {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  const behaviours = calls.map((name, index): Behaviour => ({
    kind: 'answer',
    text: '',
    toolCalls: [{ id: `call_${String(index)}`, name, arguments: '{}' }],
  }))
  fake.behave(() => behaviours.shift() ?? { kind: 'answer', text: 'It is noon.' })
  const database = openHistory()
  const { replies } = openChat(openService(fake.baseUrl), database, {
    tools: boxOf(clock, weather),
  })
  return { fake, database, replies, calls: createShownCalls(database, replies.isRunning) }
}

test('a turn ends with a call that a page answers, and goes on when the page asks', async () => {
  const { fake, replies, calls } = await openCallingChat('clock')
  const { answer } = await exchange(replies, send('What time is it?'))
  expect(answer).toMatchObject({
    status: 'complete',
    parts: [{ type: 'toolCall' }, { type: 'toolResult', text: '', page: { plugin: 'clock' } }],
  })
  expect(fake.requests.length).toBe(1)
  const filled = calls.fill(answer.id, 'call_0', '12:00')
  expect(filled.parts.at(-1)).toMatchObject({ text: '12:00', failed: false })
  const later = await exchange(replies, { kind: 'continue', messageId: answer.id })
  expect(later.answer).toMatchObject({ id: answer.id, status: 'complete' })
  expect(later.answer.parts.at(-1)).toEqual({ type: 'text', text: 'It is noon.' })
  const body = fake.requests[1]?.body as { messages: object[] } | undefined
  expect(body?.messages.at(-1)).toMatchObject({ role: 'tool', content: '12:00' })
  expect(fake.violations).toEqual([])
  // Now the answer is whole.
  const again = exchange(replies, { kind: 'continue', messageId: answer.id })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
})

test('a page of an earlier round does not end the turn', async () => {
  const { replies, calls } = await openCallingChat('clock', 'weather')
  const { answer } = await exchange(replies, send('What time is it?'))
  calls.fill(answer.id, 'call_0', '12:00')
  const later = await exchange(replies, { kind: 'continue', messageId: answer.id })
  expect(later.answer.parts.map(({ type }) => type)).toEqual([
    'toolCall',
    'toolResult',
    'toolCall',
    'toolResult',
    'text',
  ])
})

test('a page changes its own result alone, and can be found by what it has written', async () => {
  const { database, replies, calls } = await openCallingChat('weather')
  const { answer } = await exchange(replies, send('How is the weather?'))
  expect(calls.read(answer.id, 'call_0')).toMatchObject({ result: { text: 'Sun' } })
  for (const id of ['call_1', '', '__proto__']) {
    expect(() => calls.fill(answer.id, id, 'x')).toThrow()
    expect(() => calls.append(answer.id, id, 'x')).toThrow()
  }
  expect(() => calls.read(crypto.randomUUID(), 'call_0')).toThrow()
  calls.append(answer.id, 'call_0', 'Umbrellas are not needed')
  expect(search(database, { query: 'umbrellas', limit: 5 })).toHaveLength(1)
})

test('what a page has written is bounded', async () => {
  const { replies, calls } = await openCallingChat('weather', 'weather')
  const { answer } = await exchange(replies, send('How is the weather?'))
  const refused: unknown = expect.objectContaining({ code: 'badInput' })
  calls.append(answer.id, 'call_0', 'x'.repeat(60_000))
  expect(() => calls.append(answer.id, 'call_0', 'x'.repeat(40_001))).toThrow(refused)
  calls.append(answer.id, 'call_0', 'x'.repeat(40_000))
  for (let written = 0; written < 20; written += 1) calls.append(answer.id, 'call_1', 'more')
  expect(() => calls.append(answer.id, 'call_1', 'more')).toThrow(refused)
  expect(() => calls.fill(answer.id, 'call_1', 'x'.repeat(100_001))).toThrow(refused)
})

test('what a page has written is its plugin’s for the model and the flow rule', async () => {
  const { fake, database, replies, calls } = await openCallingChat('weather', 'clock')
  const { answer } = await exchange(replies, send('How is the weather?'))
  calls.append(answer.id, 'call_0', 'Bring an umbrella.')
  // The result of this tool had no source of its own.
  calls.append(answer.id, 'call_1', 'It is noon.')
  const { parts } = getMessage(database, answer.id, () => false)
  expect(parts.filter(({ type }) => type === 'text')).toEqual([])
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  await exchange(replies, send('And there?', place))
  const body = fake.requests.at(-1)?.body as
    | { messages: { role: string; content: string }[] }
    | undefined
  const messages = body?.messages ?? []
  const tools = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  expect(tools[0]).toBe('Sun\n\nThe page of this result has written:\nBring an umbrella.')
  const assistant = messages.filter(({ role }) => role === 'assistant')
  expect(JSON.stringify(assistant)).not.toContain('umbrella')
  expect(sourcesOf(parts).map(({ name, text }) => `${name}: ${text}`)).toContain(
    'weather.example: Bring an umbrella.',
  )
  const sources = await earlierSources(database, answer.id, () => expect.unreachable())
  expect(sources.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'weather.example: Sun',
    'weather.example: Bring an umbrella.',
    '(clock): ',
    '(clock): It is noon.',
  ])
})

test('an answer that is being written is not changed', async () => {
  const { replies, calls } = await openCallingChat('weather')
  let answerId = ''
  let refused = 0
  for await (const frame of replies.reply(send('Weather?'), new AbortController().signal)) {
    if (frame.type === 'started') answerId = frame.messages.at(-1)?.id ?? ''
    if (frame.type !== 'toolResult') continue
    expect(() => calls.fill(answerId, 'call_0', 'x')).toThrow()
    refused += 1
  }
  expect(refused).toBe(1)
})

test('what a view tells reaches the model with the result, and the flow rule', async () => {
  const { fake, database, replies, calls } = await openCallingChat('weather')
  const { answer } = await exchange(replies, send('How is the weather?'))
  calls.tell(answer.id, 'call_0', 'The user looks at Oslo.')
  calls.tell(answer.id, 'call_0', 'The user looks at Rome.')
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  await exchange(replies, send('And there?', place))
  const sent = JSON.stringify(fake.requests.at(-1)?.body)
  expect(sent).toContain('The view of this result tells:\\nThe user looks at Rome.')
  expect(sent).not.toContain('Oslo')
  const sources = await earlierSources(database, answer.id, () => expect.unreachable())
  expect(sources.map(({ text }) => text)).toEqual(['Sun', 'The user looks at Rome.'])
})
