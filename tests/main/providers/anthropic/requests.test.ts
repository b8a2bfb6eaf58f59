import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReplyRequest, Turn } from '../../../../src/main/providers/reply.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { fakeKey, openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic

beforeEach(async () => {
  fake = await startFakeAnthropic({ key: fakeKey })
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const said = (role: Turn['role'], text: string): Turn => ({ role, parts: [{ type: 'text', text }] })
const weather = {
  name: 'weather',
  description: 'The weather at a place.',
  parameters: { type: 'object', properties: { place: { type: 'string' } } },
}

async function bodyOf(request: Partial<ReplyRequest>): Promise<unknown> {
  const reply = await collect(openAnthropic(fake.origin), {
    ...ask('Hello', 'claude-large'),
    ...request,
  })
  expect(reply.error).toBeUndefined()
  return fake.requests.at(-1)?.body
}

test('sends the key, the version, the turns and nothing about the machine', async () => {
  const body = await bodyOf({
    outputTokensMaximum: 100,
    turns: [
      said('system', 'Be brief.'),
      said('user', 'One'),
      said('user', 'more'),
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'unsealed' }] },
      said('assistant', 'Two'),
      said('assistant', ' \n'),
      said('user', 'Three'),
    ],
  })
  const headers = fake.requests[0]?.headers ?? {}
  expect(headers['x-api-key']).toBe(fakeKey)
  expect(headers['anthropic-version']).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(headers).not.toHaveProperty('authorization')
  expect(Object.keys(headers).filter((name) => /stainless|anthropic-beta/.test(name))).toEqual([])
  expect(body).toEqual({
    model: 'claude-large',
    stream: true,
    max_tokens: 100,
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'more' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Two' }] },
      { role: 'user', content: [{ type: 'text', text: 'Three' }] },
    ],
  })
})

test('takes nothing from the variables that the client would read', async () => {
  const names = [
    'API_KEY',
    'AUTH_TOKEN',
    'BASE_URL',
    'PROFILE',
    'CONFIG_DIR',
    'WEBHOOK_SIGNING_KEY',
  ]
  const given = names.map((name) => [`ANTHROPIC_${name}`, 'https://environment.example'] as const)
  const variables = [...given, ['ANTHROPIC_CUSTOM_HEADERS', 'x-environment: environment'] as const]
  for (const [name, value] of variables) process.env[name] = value
  const open = await startFakeAnthropic()
  try {
    const reply = await collect(openAnthropic(open.origin, { key: null }))
    expect(reply.error).toBeUndefined()
    expect(process.env['ANTHROPIC_CUSTOM_HEADERS']).toBe('x-environment: environment')
  } finally {
    for (const [name] of variables) Reflect.deleteProperty(process.env, name)
    await open.close()
  }
  const headers = open.requests[0]?.headers ?? {}
  expect(JSON.stringify(headers)).not.toContain('environment')
  expect(headers).not.toHaveProperty('x-api-key')
  expect(headers).not.toHaveProperty('authorization')
})

test.each(['', '/', '/v1', '/v1/', '/v1/messages'])('asks the same address for %j', async (end) => {
  const reply = await collect(openAnthropic(`${fake.origin}${end}`))
  expect(reply.error).toBeUndefined()
  expect(fake.requests[0]?.path).toBe('/v1/messages')
})

test('sends the headers and the query that the user has set', async () => {
  await collect(
    openAnthropic(fake.origin, { headers: { 'anthropic-beta': 'mine' }, query: { a: 'b' } }),
  )
  expect(fake.requests[0]?.headers['anthropic-beta']).toBe('mine')
  expect(fake.requests[0]?.query.get('a')).toBe('b')
})

test('asks for as long an answer as the model can give', async () => {
  const model = { providerId: 'fake', modelId: 'm', name: 'm', local: false }
  expect(await bodyOf({})).toMatchObject({ max_tokens: 16_000 })
  expect(await bodyOf({ model: { ...model, outputTokensMaximum: 64_000 } })).toMatchObject({
    max_tokens: 64_000,
  })
})

test('sends tools, their calls and their results', async () => {
  const body = await bodyOf({
    tools: [weather],
    parallelTools: false,
    turns: [
      said('user', 'Oslo and Rome?'),
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Two places', signature: 'c2ln' },
          { type: 'reasoning', text: '', encrypted: 'c2VjcmV0' },
          { type: 'reasoning', text: 'of another service', encrypted: 'abc', itemId: 'rs_1' },
          { type: 'text', text: 'I ask.' },
          { type: 'toolCall', id: 'call|1', name: 'weather', arguments: '{"place":"Oslo"}' },
          { type: 'toolCall', id: 'call_2', name: 'weather', arguments: '' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'toolResult', id: 'call|1', text: 'Snow', failed: false },
          { type: 'toolResult', id: 'call_2', text: 'No such place', failed: true },
        ],
      },
    ],
  })
  expect(body).toMatchObject({
    tools: [
      { name: 'weather', description: 'The weather at a place.', input_schema: weather.parameters },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two places', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'c2VjcmV0' },
          { type: 'text', text: 'I ask.' },
          { type: 'tool_use', id: 'call_1', name: 'weather', input: { place: 'Oslo' } },
          { type: 'tool_use', id: 'call_2', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'Snow' },
          { type: 'tool_result', tool_use_id: 'call_2', content: 'No such place', is_error: true },
        ],
      },
    ],
  })
})

test('mends a conversation that was interrupted among its calls', async () => {
  const body = await bodyOf({
    turns: [
      said('user', 'Oslo?'),
      {
        role: 'assistant',
        parts: [
          { type: 'toolCall', id: 'a', name: 'weather', arguments: '{"place":' },
          { type: 'toolResult', id: 'a', text: '', failed: false },
          { type: 'text', text: 'And' },
          { type: 'toolCall', id: 'b', name: 'weather', arguments: '[1]' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Never mind' },
          { type: 'toolResult', id: 'unheard-of', text: 'What?', failed: false },
        ],
      },
    ],
  })
  expect(body).toMatchObject({
    tools: [{ name: 'weather', input_schema: { type: 'object' } }],
    tool_choice: { type: 'none' },
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', input: { input: '{"place":' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
      {
        role: 'assistant',
        content: [{ text: 'And' }, { type: 'tool_use', input: { input: '[1]' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'b', is_error: true },
          { type: 'text', text: 'Never mind' },
        ],
      },
    ],
  })
})

test('sends a paused turn back without the white space at its end', async () => {
  const body = await bodyOf({ turns: [said('user', 'Search'), said('assistant', 'I search. \n')] })
  expect(body).toMatchObject({
    messages: [{}, { role: 'assistant', content: [{ type: 'text', text: 'I search.' }] }],
  })
})

test('asks for JSON by a schema that the service takes', async () => {
  const schema = {
    type: 'object',
    properties: { age: { type: 'integer', minimum: 0 } },
    required: ['age'],
  }
  expect(await bodyOf({ answerFormat: { name: 'person', schema } })).toMatchObject({
    output_config: {
      format: {
        type: 'json_schema',
        schema: { type: 'object', required: ['age'], additionalProperties: false },
      },
    },
  })
  const odd = { properties: {} }
  expect(await bodyOf({ answerFormat: { name: 'odd', schema: odd } })).toMatchObject({
    output_config: { format: { schema: odd } },
  })
})

const point = { cache_control: { type: 'ephemeral' } }
const long = 'A long text that is worth keeping. '.repeat(200)

test('marks what is worth keeping in the cache of prompts', async () => {
  const body = await bodyOf({
    tools: [weather],
    turns: [
      said('system', long),
      said('user', 'One'),
      said('assistant', 'Two'),
      said('user', 'Three'),
      said('assistant', 'Four'),
      said('user', 'Five'),
    ],
  })
  expect(body).toMatchObject({
    system: [point],
    messages: [{}, {}, { content: [point] }, {}, { content: [point] }],
  })
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(3)
})

test('marks nothing in a short prompt', async () => {
  expect(JSON.stringify(await bodyOf({ tools: [weather] }))).not.toContain('cache_control')
})
