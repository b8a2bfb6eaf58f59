import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FileInput, ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { OpenAiCompatibleOptions } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { ask, collect } from '../collect.ts'
import { openService } from './openService.ts'
import { askWith, fileOf, modelWith, toolTurns, weatherTool } from './turns.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

async function bodyOf(request: ReplyRequest, options: Partial<OpenAiCompatibleOptions> = {}) {
  const reply = await collect(openService(fake.baseUrl, options), request)
  expect(reply.error).toBeUndefined()
  const warnings = reply.events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
  return { body: fake.requests.at(-1)?.body as Record<string, unknown>, warnings }
}

const png = fileOf('dot.png', 'image/png', new Uint8Array([1, 2, 3]))
const pdf = fileOf('paper.pdf', 'application/pdf', '%PDF')
const wav = fileOf('voice.wav', 'audio/wav', 'RIFF')
const notes = fileOf('notes "1".txt', 'text/plain', 'Remember the milk')

test('sends pictures, PDFs, sound and text files as the API wants them', async () => {
  const model = modelWith({ image: true, pdf: true, audio: true })
  const parts = [png, pdf, wav, notes, { type: 'text' as const, text: 'What is this?' }]
  const { body, warnings } = await bodyOf(askWith(parts, { model }))
  expect(warnings).toEqual([])
  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        {
          type: 'file',
          file: { filename: 'paper.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
        },
        { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
        { type: 'text', text: `<file name="notes '1'.txt">\nRemember the milk\n</file>` },
        { type: 'text', text: 'What is this?' },
      ],
    },
  ])
})

test('tries pictures with a model of which nothing is known, and neither PDFs nor sound', async () => {
  const { body, warnings } = await bodyOf(askWith([png, pdf, wav]))
  expect(warnings).toEqual([
    { code: 'attachmentDropped', subject: 'paper.pdf' },
    { code: 'attachmentDropped', subject: 'voice.wav' },
  ])
  expect(JSON.stringify(body)).toContain('image_url')
})

test('leaves pictures out for a model that sees none, and what no model takes', async () => {
  const movie = fileOf('clip.mp4', 'video/mp4', 'x')
  const parts = [png, movie, { type: 'text' as const, text: 'Hi' }]
  const { body, warnings } = await bodyOf(askWith(parts, { model: modelWith({ image: false }) }))
  expect(warnings.map(({ subject }) => subject)).toEqual(['dot.png', 'clip.mp4'])
  expect(body['messages']).toEqual([{ role: 'user', content: 'Hi' }])
})

test('asks again without pictures where the model refuses them, and says so each time', async () => {
  const message = 'Invalid content type. image_url is only supported by certain models.'
  fake.behave((_request, { text }) =>
    text.includes('image_url')
      ? { kind: 'status', status: 400, body: { error: { message } } }
      : { kind: 'answer', text: 'Fine' },
  )
  const service = openService(fake.baseUrl)
  for (const requests of [2, 3]) {
    const { events } = await collect(service, askWith([png, { type: 'text', text: 'Hi' }]))
    const warning = { code: 'attachmentDropped', subject: 'dot.png' }
    expect(events).toContainEqual({ type: 'warning', warning })
    expect(fake.requests).toHaveLength(requests)
  }
})

test('shows what is wrong with a picture rather than asking without it', async () => {
  const message = 'You uploaded an unsupported image. Please use one of the formats: png, jpeg'
  fake.behave({ kind: 'status', status: 400, body: { error: { message } } })
  const { error } = await collect(openService(fake.baseUrl), askWith([png]))
  expect(error).toMatchObject({ code: 'badRequest', details: { answer: message } })
  expect(fake.requests).toHaveLength(1)
})

test('sends tools, calls and what came of them', async () => {
  const { body } = await bodyOf({
    modelId: 'parley-large',
    turns: toolTurns,
    tools: [weatherTool],
    parallelTools: false,
  })
  expect(body['parallel_tool_calls']).toBe(false)
  expect(body['tools']).toEqual([{ type: 'function', function: weatherTool }])
  expect(body['messages']).toEqual([
    { role: 'user', content: 'How is the weather in Rome?' },
    {
      role: 'assistant',
      content: 'One moment.',
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'weather', arguments: '{"place":"Rome"}' },
        },
        { id: 'call_2', type: 'function', function: { name: 'now', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
    { role: 'tool', tool_call_id: 'call_2', content: 'Noon' },
  ])
})

test('sends what was thought before a call only to a service that wants it back', async () => {
  const { body } = await bodyOf(
    { modelId: 'parley-large', turns: toolTurns },
    { dialect: { reasoningFeedback: true } },
  )
  expect(body['messages']).toContainEqual(
    expect.objectContaining({ role: 'assistant', reasoning_content: 'I shall look.' }),
  )
  expect(JSON.stringify((await bodyOf(ask('Hi'))).body)).not.toContain('reasoning')
})

test("sends a call's signature back with it", async () => {
  const call = { type: 'toolCall' as const, id: 'c', name: 'now', arguments: '{}', signature: 'S=' }
  const { body } = await bodyOf({
    modelId: 'parley-large',
    turns: [
      { role: 'assistant', parts: [call] },
      { role: 'user', parts: [{ type: 'toolResult', id: 'c', text: 'Noon', failed: false }] },
    ],
  })
  const extra = { google: { thought_signature: 'S=' } }
  expect(body).toMatchObject({ messages: [{ tool_calls: [{ extra_content: extra }] }, {}] })
})

test('sends back what was thought in the form that the service gave it', async () => {
  const details = [{ type: 'reasoning.encrypted', index: 0, data: 'AAAA' }]
  const { body } = await bodyOf({
    modelId: 'parley-large',
    turns: [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm', signature: JSON.stringify(details) },
          { type: 'reasoning', text: 'Of another kind', signature: 'EqQB' },
          { type: 'text', text: 'Yes' },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'Sure?' }] },
    ],
  })
  expect(body['messages']).toEqual([
    { role: 'assistant', content: 'Yes', reasoning_details: details },
    { role: 'user', content: 'Sure?' },
  ])
})

test('asks for effort and for JSON by a schema', async () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false }
  const answerFormat = { name: 'nothing', schema }
  const { body } = await bodyOf({ ...ask('Hi'), effort: 'low', answerFormat })
  expect(body['reasoning_effort']).toBe('low')
  expect(body['response_format']).toEqual({
    type: 'json_schema',
    json_schema: { name: 'nothing', schema, strict: true },
  })
  expect((await bodyOf({ ...ask('Hi'), effort: 'auto' })).body).not.toHaveProperty(
    'reasoning_effort',
  )
})

test('goes on without an option that the model refuses, says so and remembers it', async () => {
  const message =
    "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'low', 'medium', and 'high'."
  fake.behave((_request, { body }) =>
    (body as { reasoning_effort?: string }).reasoning_effort === 'none'
      ? { kind: 'status', status: 400, body: { error: { message } } }
      : { kind: 'answer', text: 'Fine' },
  )
  const service = openService(fake.baseUrl)
  const efforts = ['none', 'none', 'high'] as const
  const seen: unknown[] = []
  for (const effort of efforts) {
    const { events } = await collect(service, { ...ask('Hi'), effort })
    seen.push(events.filter(({ type }) => type === 'warning').length)
  }
  expect(seen).toEqual([1, 1, 0])
  const sent = fake.requests.map(
    ({ body }) => (body as Record<string, unknown>)['reasoning_effort'],
  )
  expect(sent).toEqual(['none', undefined, undefined, 'high'])
})

test('goes on without tools where the model takes none', async () => {
  fake.behave((_request, { text }) =>
    text.includes('"tools"')
      ? { kind: 'status', status: 400, body: { error: 'registry/tiny:1b does not support tools' } }
      : { kind: 'answer', text: 'Fine' },
  )
  const { text, events } = await collect(openService(fake.baseUrl), {
    ...ask('Hi'),
    tools: [weatherTool],
  })
  expect(text).toBe('Fine')
  expect(events).toContainEqual({
    type: 'warning',
    warning: { code: 'optionDropped', subject: 'tools' },
  })
})

test('keeps its field for the limit of length where only the limit is too high', async () => {
  const message = 'max_tokens is too large: 999. This model allows at most 100 tokens.'
  fake.behave({ kind: 'status', status: 400, body: { error: { message } } })
  const request = { ...ask('Hi'), outputTokensMaximum: 999 }
  const { error } = await collect(openService(fake.baseUrl), request)
  expect(error?.details.answer).toBe(message)
  expect(fake.requests).toHaveLength(1)
})

/** A document that its reader has read. */
function readable(input: FileInput, text: string, isPartial = false): FileInput {
  return { ...input, readText: () => Promise.resolve({ text, isPartial }) }
}

test('sends a document as text to a model that does not take the file, and says so', async () => {
  const word = fileOf('plan.docx', 'application/vnd.openxmlformats-officedocument', 'PK')
  const scan = readable({ ...pdf, file: { ...pdf.file, name: 'scan.pdf' } }, 'Page two', true)
  const parts = [readable(pdf, 'All of it'), readable(word, 'The plan'), scan]
  const { body, warnings } = await bodyOf(askWith([...parts, { type: 'text', text: 'Hi' }]))
  expect(body['messages']).toEqual([
    {
      role: 'user',
      content:
        '<file name="paper.pdf">\nAll of it\n</file>\n\n<file name="plan.docx">\nThe plan\n</file>\n\n' +
        '<file name="scan.pdf">\nPage two\n</file>\n\nHi',
    },
  ])
  expect(warnings).toEqual([
    { code: 'attachmentAsText', subject: 'paper.pdf' },
    { code: 'attachmentAsText', subject: 'plan.docx' },
    { code: 'attachmentPartial', subject: 'scan.pdf' },
  ])
})

test('sends a document as text once the service has refused the file, and tells it beforehand', async () => {
  const message = 'messages[0]: unknown variant `file`, expected `text` or `image_url`'
  fake.behave((_request, { text }) =>
    text.includes('file_data')
      ? { kind: 'status', status: 400, body: { error: { message } } }
      : { kind: 'answer', text: 'Fine' },
  )
  const service = openService(fake.baseUrl)
  const model = modelWith({ pdf: true })
  const taken = () => service.takesFile?.(pdf.file, { modelId: model.modelId, model })
  expect(await taken()).toBe(true)
  const request = askWith([readable(pdf, 'All of it')], { model, modelId: model.modelId })
  const { error } = await collect(service, request)
  expect(error).toBeUndefined()
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('All of it')
  expect(await taken()).toBe(false)
})
