import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import { ask, collect } from '../collect.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { askWith, fileOf, modelWith, toolTurns, weatherTool } from '../openAiCompatible/turns.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const open = () => openService(fake.baseUrl, { api: 'responses' })
const thinking = modelWith({ reasoning: true })

async function bodyOf(request: ReplyRequest) {
  const reply = await collect(open(), request)
  expect(reply.error).toBeUndefined()
  const warnings = reply.events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
  return { body: fake.requests.at(-1)?.body as Record<string, unknown>, warnings }
}

test('leaves nothing behind at the service', async () => {
  const { body } = await bodyOf({ ...ask('Hi'), outputTokensMaximum: 100 })
  expect(body).toEqual({
    model: 'parley-large',
    stream: true,
    store: false,
    max_output_tokens: 100,
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
  })
})

test('asks a model that thinks for a summary and for its thoughts, encrypted', async () => {
  const { body } = await bodyOf({ ...ask('Hi'), model: thinking, effort: 'high' })
  expect(body['reasoning']).toEqual({ effort: 'high', summary: 'auto' })
  expect(body['include']).toEqual(['reasoning.encrypted_content'])
  const { body: auto } = await bodyOf({ ...ask('Hi'), model: thinking })
  expect(auto['reasoning']).toEqual({ summary: 'auto' })
})

test('sends turns, thoughts, calls and what came of them, in their order', async () => {
  const { body } = await bodyOf({
    modelId: 'parley-large',
    model: thinking,
    turns: [{ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }, ...toolTurns],
    tools: [weatherTool],
    parallelTools: false,
  })
  expect(body['parallel_tool_calls']).toBe(false)
  expect(body['tools']).toEqual([{ type: 'function', ...weatherTool, strict: false }])
  const said = (role: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type: 'input_text', text }],
  })
  expect(body['input']).toEqual([
    said('system', 'Be brief.'),
    said('user', 'How is the weather in Rome?'),
    {
      type: 'reasoning',
      id: 'rs_1',
      encrypted_content: 'gAAAA',
      summary: [{ type: 'summary_text', text: 'I shall look.' }],
    },
    { type: 'message', role: 'assistant', content: 'One moment.' },
    { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' },
    { type: 'function_call', call_id: 'call_2', name: 'now', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'Sunny' },
    { type: 'function_call_output', call_id: 'call_2', output: 'Noon' },
  ])
})

test('sends a call whose arguments are no JSON as that of a tool of one kind of its own', async () => {
  const { body } = await bodyOf({
    modelId: 'parley-large',
    turns: [
      {
        role: 'assistant',
        parts: [{ type: 'toolCall', id: 'c', name: 'sql', arguments: 'SELECT 1' }],
      },
      { role: 'user', parts: [{ type: 'toolResult', id: 'c', text: '1', failed: false }] },
    ],
  })
  expect(body['input']).toEqual([
    { type: 'custom_tool_call', call_id: 'c', name: 'sql', input: 'SELECT 1' },
    { type: 'custom_tool_call_output', call_id: 'c', output: '1' },
  ])
})

test('keeps back thoughts of which nothing came, and those without their content', async () => {
  const { body } = await bodyOf({
    modelId: 'parley-large',
    turns: [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Of another service', signature: 'x' },
          { type: 'text', text: 'Yes' },
          { type: 'reasoning', text: 'Stopped', encrypted: 'gAAAA', itemId: 'rs_2' },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'And?' }] },
    ],
  })
  expect(body['input']).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain('reasoning')
})

test('sends pictures, PDFs and text files, and no sound', async () => {
  const parts = [
    fileOf('dot.png', 'image/png', new Uint8Array([1, 2, 3])),
    fileOf('paper.pdf', 'application/pdf', '%PDF'),
    fileOf('voice.mp3', 'audio/mpeg', 'ID3'),
    fileOf('notes.txt', 'text/plain', 'Milk'),
  ]
  const model = modelWith({ image: true, pdf: true, audio: true })
  const { body, warnings } = await bodyOf(askWith(parts, { model }))
  expect(warnings).toEqual([{ code: 'attachmentDropped', subject: 'voice.mp3' }])
  const content = [
    { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
    {
      type: 'input_file',
      filename: 'paper.pdf',
      file_data: 'data:application/pdf;base64,JVBERg==',
    },
    { type: 'input_text', text: '<file name="notes.txt">\nMilk\n</file>' },
  ]
  expect(body['input']).toEqual([{ type: 'message', role: 'user', content }])
})

test('asks for JSON by a schema', async () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false }
  const { body } = await bodyOf({ ...ask('Hi'), answerFormat: { name: 'nothing', schema } })
  expect(body['text']).toEqual({
    format: { type: 'json_schema', name: 'nothing', schema, strict: true },
  })
})

test.each([
  [403, 'Your organization must be verified to generate reasoning summaries.', 'summary'],
  [400, "Unsupported parameter: 'reasoning.summary' is not supported.", 'summary'],
  [400, 'Encrypted content is not supported with this model.', 'encrypted_content'],
])('does without what is refused with %i %s', async (status, message, word) => {
  fake.behave((_request, { text }) =>
    text.includes(word)
      ? { kind: 'status', status, body: { error: { message } } }
      : { kind: 'answer', text: 'Fine' },
  )
  const service = open()
  for (const requests of [2, 3]) {
    const { text, events } = await collect(service, { ...ask('Hi'), model: thinking })
    expect(text).toBe('Fine')
    expect(events.some(({ type }) => type === 'warning')).toBe(false)
    expect(fake.requests).toHaveLength(requests)
  }
})

test('lets a model search the web that answers only then, and remembers it', async () => {
  const message =
    "Deep research models require at least one of 'web_search_preview', 'mcp', or 'file_search' tools."
  fake.behave((_request, { text }) =>
    text.includes('web_search')
      ? { kind: 'answer', text: 'Found' }
      : { kind: 'status', status: 400, body: { error: { message } } },
  )
  const service = open()
  for (const requests of [2, 3]) {
    expect((await collect(service)).text).toBe('Found')
    expect(fake.requests).toHaveLength(requests)
  }
  expect(fake.requests.at(-1)?.body).toMatchObject({ tools: [{ type: 'web_search_preview' }] })
})

test('goes on without thoughts that the service can no longer read, in that conversation', async () => {
  const message = 'The encrypted content for item rs_1 could not be verified.'
  fake.behave((_request, { text }) =>
    text.includes('gAAAA')
      ? { kind: 'status', status: 400, body: { error: { message } } }
      : { kind: 'answer', text: 'Fine' },
  )
  const { text } = await collect(open(), { modelId: 'parley-large', turns: toolTurns })
  expect(text).toBe('Fine')
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('function_call_output')
})
