import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { exchange, openChat, send } from '../../chat/testHistory.ts'
import { collect } from '../collect.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { created, delta, done, end, itemStream, toBytes } from './responseEvents.ts'
import type { Event } from './responseEvents.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

const open = () => openService(fake.baseUrl, { api: 'responses' })

async function play(...events: readonly Event[]) {
  fake.behave({ kind: 'bytes', pieces: toBytes(events) })
  const { events: given, error } = await collect(open())
  expect(error).toBeUndefined()
  return given.filter(({ type }) => type !== 'request')
}

const stop = { type: 'finish', reason: 'stop' }
const waits = { type: 'finish', reason: 'toolCalls' }
const warning = (code: string, subject: string) => ({ type: 'warning', warning: { code, subject } })

const shell = {
  id: 'sh_1',
  type: 'shell_call',
  status: 'completed',
  call_id: 'call_s',
  action: { commands: ['ls'] },
}
const shellOutput = {
  id: 'sho_1',
  type: 'shell_call_output',
  status: 'completed',
  call_id: 'call_s',
  output: [{ stdout: 'a.txt\n', stderr: 'oops', outcome: { type: 'exit', exit_code: 0 } }],
}
const message = {
  id: 'msg_1',
  type: 'message',
  content: [{ type: 'output_text', text: 'One file.' }],
}

/** A call of each kind beside functions, with its fields besides name and ids. */
const calls: [item: { call_id: string; [field: string]: unknown }, name: string][] = [
  [shell, 'shell'],
  [{ id: 'ap', type: 'apply_patch_call', call_id: 'p', operation: { diff: '+1' } }, 'apply_patch'],
  [
    { id: 'ls', type: 'local_shell_call', call_id: 'l', action: { command: ['ls'] } },
    'local_shell',
  ],
  [{ id: 'cu', type: 'computer_call', call_id: 'c', action: { type: 'click' } }, 'computer'],
]

test.each(calls)(
  'tells a call once, and that Parley does not offer its tool: %j',
  async (item, name) => {
    const events = await play(...itemStream(item))
    const [call, ...rest] = events
    expect(call).toMatchObject({ type: 'toolCall', id: item.call_id, name })
    expect(rest).toEqual([
      warning('toolNotOffered', name),
      { type: 'toolResult', id: item.call_id, text: 'The tool was not run.', failed: true },
      waits,
    ])
  },
)

test.each(calls)('asks nobody for what only it could do: %j', async (item) => {
  fake.behave({ kind: 'bytes', pieces: toBytes(itemStream(item)) })
  const { answer } = await exchange(openChat(open()).replies, send('List the files'))
  expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(answer).toMatchObject({ status: 'complete', warnings: [{ code: 'toolNotOffered' }] })
})

test('shows what the service ran itself, and does not run it again', async () => {
  fake.behave({ kind: 'bytes', pieces: toBytes(itemStream(shell, shellOutput, message)) })
  const { answer } = await exchange(openChat(open()).replies, send('List the files'))
  expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(answer).toMatchObject({ status: 'complete', warnings: [] })
  expect(answer.parts).toEqual([
    { type: 'toolCall', id: 'call_s', name: 'shell', arguments: '{"action":{"commands":["ls"]}}' },
    { type: 'toolResult', id: 'call_s', text: 'a.txt\noops', failed: false },
    { type: 'text', text: 'One file.' },
  ])
})

test('knows a program and the functions that it called by their outputs', async () => {
  const program = { id: 'pr', type: 'program', call_id: 'call_p', code: 'go()', fingerprint: 'f' }
  const items = [
    program,
    { id: 'fc', type: 'function_call', call_id: 'call_f', name: 'go', arguments: '{}' },
    { id: 'fo', type: 'function_call_output', call_id: 'call_f', output: 'went' },
    { id: 'po', type: 'program_output', call_id: 'call_p', result: '42', status: 'incomplete' },
    message,
  ]
  const events = await play(...itemStream(...items))
  expect(events.map((event) => ('name' in event ? event.name : event.type))).toEqual([
    'program',
    'go',
    'toolResult',
    'toolResult',
    'text',
    'finish',
  ])
  expect(events[2]).toMatchObject({ id: 'call_f', text: 'went', failed: false })
  expect(events[3]).toMatchObject({ id: 'call_p', text: '42', failed: true })
  expect(events.at(-1)).toEqual(stop)
})

test('has a function run beside what the service ran itself', async () => {
  const call = { id: 'fc', type: 'function_call', call_id: 'f', name: 'go', arguments: '{"a":1}' }
  const events = await play(...itemStream(shell, shellOutput, call))
  expect(events.slice(2)).toEqual([
    { type: 'toolCall', id: 'f', name: 'go', arguments: '{"a":1}' },
    waits,
  ])
})

test('needs no output of what runs in a container of the service', async () => {
  const item = { ...shell, environment: { type: 'container_reference', container_id: 'c' } }
  const events = await play(...itemStream(item, message))
  expect(events.map(({ type }) => type)).toEqual(['toolCall', 'text', 'finish'])
})

test('gives a picture once', async () => {
  const item = { type: 'image_generation_call', id: 'ig', result: 'AQID', output_format: 'webp' }
  const partial = {
    type: 'response.image_generation_call.partial_image',
    item_id: 'ig',
    output_index: 0,
    partial_image_b64: 'AQ==',
  }
  const added = {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...item, result: '' },
  }
  const events = await play(created, added, partial, done(0, item), end({ output: [item] }))
  const call = { type: 'toolCall', id: 'ig', name: 'image_generation' }
  const of = { callId: 'ig', mediaType: 'image/webp' }
  expect(events).toEqual([
    { ...call, arguments: '' },
    { type: 'pictureDraft', callId: 'ig', mediaType: 'image/png', bytes: Buffer.from([1]) },
    { ...call, arguments: '{}' },
    { type: 'image', ...of, bytes: Buffer.from([1, 2, 3]), name: 'image.webp' },
    stop,
  ])
})

test('shows no draft that calls itself a drawing in lines', async () => {
  const item = { type: 'image_generation_call', id: 'ig', output_format: 'svg+xml' }
  const partial = {
    type: 'response.image_generation_call.partial_image',
    item_id: 'ig',
    output_index: 0,
    output_format: 'svg+xml',
    partial_image_b64: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
  }
  const added = { type: 'response.output_item.added', output_index: 0, item }
  const events = await play(created, added, partial, end({ output: [] }))
  expect(events.find(({ type }) => type === 'pictureDraft')).toMatchObject({
    mediaType: 'image/png',
  })
})

test('takes at the end what the stream told nothing of', async () => {
  const thought = { id: 'rs', type: 'reasoning', encrypted_content: 'gA', summary: [] }
  const call = { id: 'fc', type: 'function_call', call_id: 'f', name: 'go', arguments: '{}' }
  const output = [thought, message, call]
  const seal = { type: 'reasoningSeal', encrypted: 'gA', itemId: 'rs' }
  const text = { type: 'text', text: 'One file.' }
  const rest = [{ type: 'toolCall', id: 'f', name: 'go', arguments: '{}' }, waits]
  expect(await play(created, done(0, thought), end({ output }))).toEqual([seal, text, ...rest])
  expect(await play(created, delta('One file.', 1), end({ output }))).toEqual([text, seal, ...rest])
})

test('tells one item from another where events name neither', async () => {
  const item = { ...shell, id: undefined }
  const nameless = { type: 'response.output_item.done', item: { ...item, id: 'x1' } }
  const output = [{ ...item, id: 'x2' }, shellOutput]
  const events = await play(created, nameless, end({ output }))
  expect(events.filter(({ type }) => type === 'toolCall')).toHaveLength(1)
})

test('says what waits for the consent that Parley cannot give', async () => {
  const request = {
    id: 'mcpr',
    type: 'mcp_approval_request',
    server_label: 'wiki',
    name: 'ask_wiki',
    arguments: '{}',
  }
  expect(await play(...itemStream({ id: 'l', type: 'mcp_list_tools' }, request))).toEqual([
    warning('approvalNotOffered', 'ask_wiki'),
    stop,
  ])
})

test('says that a search for tools is not offered, unless the service searches itself', async () => {
  const search = { id: 'ts', type: 'tool_search_call', call_id: 's', arguments: {} }
  const output = { id: 'to', type: 'tool_search_output', call_id: 's', tools: [] }
  expect(await play(...itemStream({ ...search, execution: 'client' }))).toEqual([
    warning('toolNotOffered', 'tool_search'),
    stop,
  ])
  expect(await play(...itemStream({ ...search, execution: 'server' }, output, message))).toEqual([
    { type: 'text', text: 'One file.' },
    stop,
  ])
})

test('counts the tokens of each of several answers in a row', async () => {
  const usage = (input_tokens: number) => ({ usage: { input_tokens, output_tokens: 1 } })
  const answers = [created, delta('One'), end(usage(5)), created, delta('Two'), end(usage(7))]
  fake.behave({ kind: 'bytes', pieces: toBytes(answers) })
  const { answer } = await exchange(openChat(open()).replies, send('Count'))
  expect(answer.usage).toEqual({ inputTokens: 12, outputTokens: 2 })
})

test('gives what is spoken as text, and says once that it is not heard', async () => {
  const events = await play(
    created,
    { type: 'response.audio.delta', delta: 'AAAA' },
    { type: 'response.audio.transcript.delta', delta: 'Hello' },
    { type: 'response.audio.delta', delta: 'AAAA' },
    end(),
  )
  expect(events).toEqual([
    warning('contentUnknown', 'audio'),
    { type: 'text', text: 'Hello' },
    stop,
  ])
})
