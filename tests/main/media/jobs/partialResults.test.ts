import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOpenAiImages } from '../../../../src/main/media/openAiImages/openAiImages.ts'
import { encodePng } from '../../../fakes/pngPixels.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { flatPng, imageUsage, startFakeImages } from '../../../fakes/fakeImages.ts'
import type { CutKind, FakeImages, ImagesBehaviour } from '../../../fakes/fakeImages.ts'
import { openTestMedia } from '../testMedia.ts'

const small = flatPng(8, 8, [200, 30, 30, 255])
/** Too long for its base64 to be kept as text. */
const large = encodePng({ width: 200, height: 200, data: new Uint8Array(randomBytes(160_000)) })
const cuts: readonly CutKind[] = ['reset', 'chunk', 'length']
/** 20 tokens of text at $5, 100 of pictures at $8 and 1,000 out at $30 a million. */
const counted = { amount: 0.0309, currency: 'USD' }
let server: FakeImages

beforeEach(async () => {
  server = await startFakeImages()
})

afterEach(() => server.close())

async function run(behaviour: ImagesBehaviour, values: Record<string, unknown> = {}) {
  server.behave(() => behaviour)
  const provider = createOpenAiCompatible({
    ...{ id: 'p', name: 'The service', baseUrl: server.baseUrl, key: 'sk-test' },
    fetch: createTransport(),
    redact: (text) => text,
  })
  const images = createOpenAiImages({
    ...{ id: 'p', name: 'The service', presetId: 'openai', local: false },
    listModels: () => provider.models(new AbortController().signal, ['image']),
    lookup: () => Promise.resolve(provider),
  })
  const media = openTestMedia({ providers: [images] })
  const asked = { providerId: 'p', modelId: 'gpt-image-2' }
  const job = await media.create({ prompt: 'A fox', ...values }, asked)
  const { state, error, price } = await media.until(job.id, ...finalMediaStates)
  const { posts } = media.media.context.states.read(job.id)
  expect(server.seen).toHaveLength(1)
  expect(posts).toBe(1)
  const sizes = media.outputs(job.id).map((row) => Number(row['size_bytes']))
  return { state, error, price, sizes }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function completed(bytes: Uint8Array, more: object = { usage: imageUsage }) {
  return { type: 'image_generation.completed', b64_json: base64(bytes), ...more }
}

function events(...all: object[]): string {
  return all
    .map(
      (event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`,
    )
    .join('')
}

describe.each([
  ['short', small, cuts],
  // A reset discards what the server's system has not sent yet.
  ['long', large, cuts.filter((how) => how !== 'reset')],
] as const)('a %s picture', (_length, made, ways) => {
  test.each(ways)('that came is kept when the stream is cut after it (%s)', async (how) => {
    const bytes = await made
    const text = events(completed(bytes))
    const ended = await run({ kind: 'cut', type: 'events', text, how })
    expect(ended).toMatchObject({ state: 'done', price: counted, sizes: [bytes.length] })
    expect(ended.error).toMatchObject({
      code: 'streamBroken',
      details: { came: 1, asked: 1 },
    })
  })

  test.each(ways)('is kept when its event is cut behind it (%s)', async (how) => {
    const bytes = await made
    const whole = events(completed(bytes, {}))
    const text = whole.slice(0, whole.lastIndexOf('"') + 1)
    const ended = await run({ kind: 'cut', type: 'events', text, how })
    expect(ended).toMatchObject({ state: 'done', price: null, sizes: [bytes.length] })
    expect(ended.error?.code).toBe('streamBroken')
  })

  test.each(ways)('is none when it is cut itself (%s)', async (how) => {
    const whole = events(completed(await made, {}))
    const text = whole.slice(0, whole.lastIndexOf('"'))
    const ended = await run({ kind: 'cut', type: 'events', text, how })
    expect(ended).toMatchObject({ state: 'unknown', sizes: [] })
  })

  test.each(ways)('is none if it was unfinished, or may have been (%s)', async (how) => {
    const partial = { ...completed(await made, {}), type: 'image_generation.partial_image' }
    const cut = { kind: 'cut', type: 'events', how } as const
    const ended = await run({ ...cut, text: events(partial) })
    expect(ended).toMatchObject({ state: 'unknown', sizes: [] })
    server.seen.length = 0
    const { type: _type, ...untyped } = partial
    const untold = await run({ ...cut, text: `data: ${JSON.stringify(untyped).slice(0, -1)}` })
    expect(untold).toMatchObject({ state: 'unknown', sizes: [] })
  })

  test.each(ways)('is kept of several of which the last is cut (%s)', async (how) => {
    const bytes = await made
    const picture = { b64_json: base64(bytes) }
    const whole = JSON.stringify({ created: 1, data: [picture, picture, picture] })
    const text = whole.slice(0, -40)
    const ended = await run({ kind: 'cut', type: 'json', text, how }, { n: 3 })
    expect(ended).toMatchObject({ state: 'done', sizes: [bytes.length, bytes.length] })
    expect(ended.error).toMatchObject({ code: 'streamBroken', details: { came: 2, asked: 3 } })
  })
})

test('a JSON answer that ends in the middle is cut, whatever its framing says', async () => {
  const picture = { b64_json: base64(await small) }
  const text = JSON.stringify({ created: 1, data: [picture, picture] }).slice(0, -40)
  const ended = await run({ kind: 'cut', type: 'json', text, how: 'end' }, { n: 2 })
  expect(ended).toMatchObject({ state: 'done', error: { code: 'streamBroken' } })
  expect(ended.sizes).toHaveLength(1)
})

test.each([
  ['serverError', { type: 'error', error: { type: 'server_error', message: 'It broke' } }],
  ['rateLimited', { type: 'error', error: { type: 'rate_limit', code: 429, message: 'Slow' } }],
  // As Responses sends it: not nested.
  ['serverError', { type: 'error', code: 'server_error', message: 'It broke', param: null }],
])('%s after a picture keeps it, and says what the service says', async (code, error) => {
  const ended = await run({ kind: 'events', events: [completed(await small), error] })
  expect(ended).toMatchObject({ state: 'done', price: counted })
  expect(ended.error).toMatchObject({ code, details: { came: 1, asked: 1 } })
  expect(ended.error?.details?.answer).toMatch(/It broke|Slow/)
  expect(ended.sizes).toHaveLength(1)
})

test('an error that is not nested, without a picture, ends the job with its words', async () => {
  const error = { type: 'error', code: 'server_error', message: 'It broke', usage: imageUsage }
  const ended = await run({ kind: 'events', events: [error] })
  expect(ended).toMatchObject({ state: 'failed', price: counted, sizes: [] })
  expect(ended.error?.details?.answer).toBe('It broke')
})

test('fewer pictures than were asked for are said', async () => {
  const picture = await small
  const ended = await run({ kind: 'pictures', pictures: [picture, picture, picture] }, { n: 4 })
  expect(ended).toMatchObject({ state: 'done', price: counted })
  expect(ended.error).toMatchObject({ code: 'mediaFewer', details: { came: 3, asked: 4 } })
  expect(ended.sizes).toHaveLength(3)
})

test('as many as were asked for are not', async () => {
  const picture = await small
  const ended = await run({ kind: 'pictures', pictures: [picture, picture] }, { n: 2 })
  expect(ended).toMatchObject({ state: 'done', error: null })
})

const refusal = 'I can not draw this person.'

test.each([
  ['nothing', { data: [] }, undefined],
  ['an empty picture', { data: [{ b64_json: '' }] }, undefined],
  ['a refusal', { data: [{ refusal }] }, refusal],
  ['a text', { data: [], text: refusal }, refusal],
  ['a reason', { data: [{ finish_reason: 'NO_IMAGE' }] }, 'NO_IMAGE'],
])(
  'an answer with %s in place of a picture says so, and keeps its price',
  async (_name, body, said) => {
    const answer = { created: 1, usage: imageUsage, ...body }
    const ended = await run({ kind: 'json', status: 200, body: answer })
    expect(ended).toMatchObject({ state: 'failed', price: counted, sizes: [] })
    expect(ended.error?.code).toBe('mediaEmpty')
    expect(ended.error?.details?.answer).toBe(said)
  },
)

test('an answer that was filtered says that', async () => {
  const body = { data: [{ rai_filtered_reason: 'Blocked by safety settings' }] }
  const ended = await run({ kind: 'json', status: 200, body })
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'contentFiltered' } })
})

test('a stream that ends without a picture says so', async () => {
  const event = { type: 'image_generation.completed', b64_json: '', usage: imageUsage }
  const ended = await run({ kind: 'events', events: [event] })
  expect(ended).toMatchObject({ state: 'failed', price: counted, error: { code: 'mediaEmpty' } })
})

test('a stream that says its end without a picture has given none', async () => {
  const ended = await run({ kind: 'cut', type: 'events', text: 'data: [DONE]\n\n', how: 'end' })
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'mediaEmpty' }, sizes: [] })
})

test.each(cuts.filter((how) => how !== 'reset'))(
  'what breaks behind a whole answer changes nothing (%s)',
  async (how) => {
    const picture = { b64_json: base64(await small) }
    const json = JSON.stringify({ created: 1, data: [picture], usage: imageUsage })
    const whole = await run({ kind: 'cut', type: 'json', text: json, how })
    expect(whole).toMatchObject({ state: 'done', error: null, price: counted })
    server.seen.length = 0
    const text = `${events(completed(await small))}data: [DONE]\n\n`
    const streamed = await run({ kind: 'cut', type: 'events', text, how })
    expect(streamed).toMatchObject({ state: 'done', error: null, price: counted })
  },
)

test('an error in place of one of several pictures is said in its words', async () => {
  const data = [
    { error: { code: 'moderation_blocked', message: 'Not this one' } },
    { b64_json: base64(await small) },
    null,
  ]
  const ended = await run(
    { kind: 'json', status: 200, body: { data, usage: imageUsage } },
    { n: 3 },
  )
  expect(ended).toMatchObject({ state: 'done', price: counted })
  expect(ended.error?.details).toMatchObject({ came: 1, asked: 3, answer: 'Not this one' })
  expect(ended.sizes).toHaveLength(1)
})
