import { expect, onTestFinished, test } from 'vitest'
import type { ReplyRequest } from '../../../src/main/providers/reply.ts'
import { startFakeAnthropic } from '../../fakes/fakeAnthropic.ts'
import { startFakeBedrock } from '../../fakes/fakeBedrock.ts'
import { startFakeOllama } from '../../fakes/fakeOllama.ts'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { fakeKey, openAnthropic } from './anthropic/openAnthropic.ts'
import { openBedrock } from './bedrock/openBedrock.ts'
import { collect } from './collect.ts'
import { openLocal } from './local/openLocal.ts'
import { openService } from './openAiCompatible/openService.ts'
import { weatherTool } from './openAiCompatible/turns.ts'

/** Arguments as a model wrote them until it was cut off, and as they are sent back. */
const written: [string, unknown][] = [
  ['{"place":"Rome"}', { place: 'Rome' }],
  ['', {}],
  ['{"place":"Ro', { input: '{"place":"Ro' }],
  ['{"place":"Rome"', { input: '{"place":"Rome"' }],
  ['{', { input: '{' }],
  ['{"place":"Rome"}{"pl', { input: '{"place":"Rome"}{"pl' }],
]

const request = (given: string): ReplyRequest => ({
  modelId: 'parley-large',
  tools: [weatherTool],
  turns: [
    { role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] },
    {
      role: 'assistant',
      parts: [{ type: 'toolCall', id: 'call_1', name: 'weather', arguments: given }],
    },
    {
      role: 'user',
      parts: [
        { type: 'toolResult', id: 'call_1', text: 'The tool was not run.', failed: true },
        { type: 'text', text: 'And now?' },
      ],
    },
  ],
})

test.each(written)('Chat: %j goes back as an object', async (given, input) => {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  await collect(openService(fake.baseUrl), request(given))
  const body = fake.requests.at(-1)?.body as {
    messages: { tool_calls?: { function: { arguments: string } }[] }[]
  }
  const sent = body.messages[1]?.tool_calls?.[0]?.function.arguments ?? ''
  expect(JSON.parse(sent)).toEqual(input)
})

test.each(written)('Responses: %j goes back as an object', async (given, input) => {
  const fake = await startFakeOpenAi()
  onTestFinished(() => fake.close())
  await collect(openService(fake.baseUrl, { api: 'responses' }), request(given))
  const body = fake.requests.at(-1)?.body as { input: { type: string; arguments?: string }[] }
  const call = body.input.find(({ type }) => type === 'function_call')
  expect(JSON.parse(call?.arguments ?? '')).toEqual(input)
  expect(body.input.map(({ type }) => type)).toContain('function_call_output')
})

test.each(written)('Anthropic: %j goes back as an object', async (given, input) => {
  const fake = await startFakeAnthropic({ key: fakeKey })
  onTestFinished(() => fake.close())
  const reply = await collect(openAnthropic(fake.origin), request(given))
  expect(reply.error).toBeUndefined()
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain(`"input":${JSON.stringify(input)}`)
})

test.each(written)('Bedrock: %j goes back as an object', async (given, input) => {
  const fake = await startFakeBedrock()
  onTestFinished(() => fake.close())
  const reply = await collect(openBedrock(fake.origin), request(given))
  expect(reply.error).toBeUndefined()
  expect(JSON.stringify(fake.asked().at(-1)?.body)).toContain(`"input":${JSON.stringify(input)}`)
})

test.each(written)('Ollama: %j goes back as an object', async (given, input) => {
  const name = 'parley-large'
  const listed = { name, family: 'f', size: 1, capabilities: ['tools'], contextLength: 4096 }
  const fake = await startFakeOllama(0, { models: [listed] })
  onTestFinished(() => fake.close())
  const reply = await collect(openLocal('ollama', fake.origin), request(given))
  expect(reply.error).toBeUndefined()
  const { body } = fake.requests.findLast(({ path }) => path === '/api/chat') ?? {}
  expect(JSON.stringify(body)).toContain(`"arguments":${JSON.stringify(input)}`)
})
