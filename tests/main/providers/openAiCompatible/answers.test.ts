import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { collect } from '../collect.ts'
import { openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

/** Returns the events of the chunks, without those of the request. */
async function eventsOf(...chunks: readonly (object | null)[]): Promise<ReplyEvent[]> {
  const pieces = chunks.map((chunk) =>
    new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`),
  )
  fake.behave({ kind: 'bytes', pieces })
  const { events, error } = await collect(openService(fake.baseUrl))
  expect(error).toBeUndefined()
  return events.filter(({ type }) => type !== 'request')
}

const chunk = (delta: object, fields: object = {}) => ({
  choices: [{ delta, finish_reason: null }],
  ...fields,
})
const end = (fields: object = {}) => ({
  choices: [{ delta: {}, finish_reason: 'stop' }],
  ...fields,
})
const finish = { type: 'finish', reason: 'stop' }

const counted = { prompt_tokens: 10, completion_tokens: 5 }

test('gives pictures', async () => {
  const picture = (url: string) => chunk({ images: [{ type: 'image_url', image_url: { url } }] })
  expect(await eventsOf(picture('data:image/png;base64,AQID'), end())).toEqual([
    { type: 'image', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) },
    finish,
  ])
  expect(await eventsOf(picture('https://example.com/a.png'), end())).toEqual([
    { type: 'warning', warning: { code: 'contentUnknown', subject: 'image' } },
    finish,
  ])
})

test('gives pictures and text in content, and tells of other parts', async () => {
  const url = 'data:image/png;base64,AQID'
  const image = { type: 'image', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) }
  const unknown = { type: 'warning', warning: { code: 'contentUnknown', subject: 'hologram' } }
  const content = [
    { type: 'text', text: 'Look: ' },
    { type: 'image_url', image_url: { url } },
    { type: 'hologram', data: 'AAAA' },
    { type: 'reference', reference_ids: [1] },
  ]
  const text = { type: 'text', text: 'Look: ' }
  expect(await eventsOf(chunk({ content }), chunk({ content }), end())).toEqual([
    ...[text, image, unknown, text, image],
    finish,
  ])
  const [, part] = content
  expect(await eventsOf(chunk({ content: part }), end())).toEqual([image, finish])
  const whole = { choices: [{ message: { content }, finish_reason: 'stop' }] }
  expect(await eventsOf(whole)).toEqual([text, image, unknown, finish])
})

test.each([
  ['an error', { error: { message: 'Upstream', code: 502 } }],
  ['an error with its count', { error: { message: 'Upstream' }, usage: counted }],
  ['a chunk of another shape', { choices: 7 }],
  ['nothing', null],
])('keeps the token counts of an answer although %s comes after its end', async (_what, fault) => {
  const usage = { inputTokens: 10, outputTokens: 5 }
  for (const chunks of [
    [chunk({ content: 'Hi' }), end(), fault, { choices: [], usage: counted }],
    [chunk({ content: 'Hi' }, { usage: counted }), end(), fault],
  ]) {
    expect(await eventsOf(...chunks)).toEqual([
      { type: 'text', text: 'Hi' },
      { type: 'usage', usage },
      finish,
    ])
  }
})

test('skips events that hold nothing', async () => {
  const nothings = ['', 'null', ' null ', '[]', '[null]', '""']
  const written = [
    ...nothings,
    JSON.stringify(chunk({ content: 'Hi' })),
    ...nothings,
    JSON.stringify(end()),
    ...nothings,
  ].map((data) => `data: ${data}\r\r`)
  fake.behave({ kind: 'bytes', pieces: written.map((text) => new TextEncoder().encode(text)) })
  const { text, error } = await collect(openService(fake.baseUrl))
  expect({ text, error }).toEqual({ text: 'Hi', error: undefined })
})

test('gives what is spoken as text, and warns once of the sound', async () => {
  const audio = (transcript: string) => chunk({ audio: { transcript, data: 'AAAA' } })
  expect(await eventsOf(audio('Hel'), audio('lo'), end())).toEqual([
    { type: 'text', text: 'Hel' },
    { type: 'warning', warning: { code: 'contentUnknown', subject: 'audio' } },
    { type: 'text', text: 'lo' },
    finish,
  ])
})

test('gives the sources of annotations, each once', async () => {
  const annotation = (url: string, title: string) => ({
    type: 'url_citation',
    url_citation: { url, title, content: 'As said', start_index: 0, end_index: 2 },
  })
  const first = annotation('https://a.example/', 'A')
  const events = await eventsOf(
    chunk({ content: 'So', annotations: [first] }),
    chunk({ annotations: [first, annotation('https://b.example/', '')] }),
    chunk({ annotations: [{ type: 'url_citation', url: 'https://c.example/', title: 'C' }, null] }),
    end(),
  )
  expect(events.flatMap((event) => (event.type === 'citation' ? event.citation : []))).toEqual([
    { number: 1, title: 'A', passage: 'As said', source: 'https://a.example/' },
    { number: 2, title: 'https://b.example/', passage: 'As said', source: 'https://b.example/' },
    { number: 3, title: 'C', passage: '', source: 'https://c.example/' },
  ])
})

test('numbers the sources of a list beside the text as the text does', async () => {
  const citations = ['https://a.example/', 'https://b.example/']
  const search_results = [
    { url: 'https://b.example/', title: 'B', snippet: 'Of b' },
    { url: 'https://a.example/', title: 'A' },
  ]
  const events = await eventsOf(
    chunk({ content: 'So [2]' }, { citations, search_results }),
    end({ citations, search_results }),
  )
  expect(events.flatMap((event) => (event.type === 'citation' ? event.citation : []))).toEqual([
    { number: 1, title: 'A', passage: '', source: 'https://a.example/' },
    { number: 2, title: 'B', passage: 'Of b', source: 'https://b.example/' },
  ])
})

test.each([
  ['in a chunk of its own', [end(), { choices: [], usage: counted }], {}],
  [
    'in each chunk',
    [chunk({ content: 'a' }, { usage: { prompt_tokens: 1 } }), end({ usage: counted })],
    {},
  ],
  ['before the end', [chunk({}, { usage: counted }), chunk({}, { usage: null }), end()], {}],
  ["in Groq's way", [end({ x_groq: { usage: counted } })], {}],
  [
    'with cached and reasoning tokens',
    [
      end({
        usage: {
          ...counted,
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      }),
    ],
    { cachedTokens: 4, reasoningTokens: 3 },
  ],
  [
    'with reasoning tokens that are not among those of the completion',
    [
      end({
        usage: {
          prompt_tokens: 10,
          completion_tokens: 2,
          total_tokens: 15,
          completion_tokens_details: { reasoning_tokens: 3 },
        },
      }),
    ],
    { reasoningTokens: 3 },
  ],
  [
    "with cached tokens in DeepSeek's way",
    [end({ usage: { ...counted, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 } })],
    { cachedTokens: 6 },
  ],
])('counts tokens %s', async (_name, chunks, more) => {
  const usage = { inputTokens: 10, outputTokens: 5, ...more }
  expect((await eventsOf(...chunks)).slice(-2)).toEqual([{ type: 'usage', usage }, finish])
})

test('does without a count of tokens', async () => {
  expect(await eventsOf(chunk({ content: 'a' }), end())).toEqual([
    { type: 'text', text: 'a' },
    finish,
  ])
})

test('reads lists of parts, thoughts among them', async () => {
  const thinking = [{ type: 'text', text: 'Hm.' }]
  expect(
    await eventsOf(
      chunk({ content: [{ type: 'thinking', thinking }] }),
      chunk({
        content: [
          { type: 'text', text: 'Yes' },
          { type: 'reference', reference_ids: [1] },
        ],
      }),
      end(),
    ),
  ).toEqual([{ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'Yes' }, finish])
})

test('takes what was thought once where it comes under two names', async () => {
  const both = { reasoning_content: 'Hm', reasoning: 'Hm', content: null }
  const second = { reasoning_content: '', reasoning: '.', content: '' }
  const events = await eventsOf(chunk(both), chunk(second), end())
  expect(events.slice(0, 2)).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'reasoning', text: '.' },
  ])
})

test('seals what was thought with the list that the service wants back', async () => {
  const piece = (detail: object, delta: object = {}) =>
    chunk({ ...delta, reasoning_details: [detail] })
  const events = await eventsOf(
    piece({ type: 'reasoning.text', index: 0, text: 'Hm' }, { reasoning: 'Hm' }),
    piece({ type: 'reasoning.text', index: 0, text: '.', signature: null }, { reasoning: '.' }),
    piece({ type: 'reasoning.text', index: 0, signature: 'S=' }),
    chunk({ content: 'Yes' }),
    piece({ type: 'reasoning.encrypted', index: 1, data: 'AAAA' }),
    end(),
  )
  const first = [{ type: 'reasoning.text', index: 0, text: 'Hm.', signature: 'S=' }]
  const second = [{ type: 'reasoning.encrypted', index: 1, data: 'AAAA' }]
  expect(events).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'reasoning', text: '.' },
    { type: 'reasoningSeal', signature: JSON.stringify(first) },
    { type: 'text', text: 'Yes' },
    { type: 'reasoningSeal', signature: JSON.stringify(second) },
    finish,
  ])
})

test('gives a refusal as what the model says', async () => {
  expect(await eventsOf(chunk({ content: null, refusal: 'I will not.' }), end())).toEqual([
    { type: 'text', text: 'I will not.' },
    { ...finish, refused: true },
  ])
})

test('overlooks fields and shapes that it does not know', async () => {
  const odd = {
    content: 'a',
    role: 7,
    logprobs: [],
    images: 'none',
    tool_calls: 'none',
    annotations: { a: 1 },
    audio: [],
  }
  expect(
    await eventsOf({ type: 'ping' }, chunk(odd, { usage: 'many', citations: 3 }), end()),
  ).toEqual([{ type: 'text', text: 'a' }, finish])
})

test.each([
  ['error', 'serverError'],
  ['insufficient_system_resource', 'overloaded'],
])('takes the reason %s for the failure that it is', async (reason, code) => {
  const choices = [{ delta: { content: 'Half' }, finish_reason: reason }]
  const bytes = new TextEncoder().encode(`data: ${JSON.stringify({ choices })}\n\n`)
  fake.behave({ kind: 'bytes', pieces: [bytes] })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.error?.code).toBe(code)
})
