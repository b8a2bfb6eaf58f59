import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOpenAiImages } from '../../../../src/main/media/openAiImages/openAiImages.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { flatPng, startFakeImages } from '../../../fakes/fakeImages.ts'
import type { FakeImages, ImagesBehaviour } from '../../../fakes/fakeImages.ts'
import { openTestMedia } from '../testMedia.ts'

const picture = flatPng(8, 8, [200, 30, 30, 255])
let server: FakeImages

beforeEach(async () => {
  server = await startFakeImages()
})

afterEach(() => server.close())

function open(folder?: string) {
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
  return openTestMedia({ providers: [images], ...(folder !== undefined && { folder }) })
}

async function run(behaviour: ImagesBehaviour, values: Record<string, unknown> = {}) {
  server.behave(() => behaviour)
  const media = open()
  const job = await media.create(
    { prompt: 'A fox', ...values },
    { providerId: 'p', modelId: 'gpt-image-2' },
  )
  const ended = await media.until(job.id, ...finalMediaStates)
  const { posts, consents } = media.media.context.states.read(job.id)
  return { ended, media, counted: { posts, consents }, outputs: media.outputs(job.id) }
}

const once = { posts: 1, consents: 1 }
const inAnswer = [
  { type: 'server_error', message: 'The server had an error' },
  { type: 'rate_limit_exceeded', code: 'rate_limit_exceeded', message: 'Slow down' },
  { type: 'rate_limit', code: 429, message: 'Slow down' },
  { code: 503, message: 'Busy', status: 'UNAVAILABLE' },
  { type: 'insufficient_quota', code: 'insufficient_quota', message: 'Top up' },
  { type: 'authentication_error', code: 'invalid_api_key', message: 'A bad key' },
  { type: 'timeout', message: 'Took too long' },
]

test.each(inAnswer)(
  'an error within a stream ends the job after one request: %j',
  async (error) => {
    const { ended, counted } = await run({ kind: 'events', events: [{ type: 'error', error }] })
    expect(ended.state).toBe('failed')
    expect(ended.error?.details?.answer).toBe(error.message)
    expect(counted).toEqual(once)
    expect(server.seen).toHaveLength(1)
  },
)

test.each(inAnswer)(
  'an error in an answer of 200 ends the job after one request: %j',
  async (error) => {
    const { ended, counted } = await run({ kind: 'json', status: 200, body: { error } })
    expect(ended.state).toBe('failed')
    expect(counted).toEqual(once)
    expect(server.seen).toHaveLength(1)
  },
)

test.each([500, 501, 529])('a service that fails with %i has got the request', async (status) => {
  const body = { error: { message: 'It broke' } }
  const { ended, counted } = await run({ kind: 'json', status, body })
  expect(ended).toMatchObject({ state: 'failed', error: { details: { answer: 'It broke' } } })
  expect(counted).toEqual(once)
  expect(server.seen).toHaveLength(1)
})

test.each([408, 502, 503, 504, 524])(
  'after a %i nobody knows what became of it',
  async (status) => {
    const body = { error: { message: 'Gateway' } }
    const { ended, counted } = await run({ kind: 'json', status, body })
    expect(ended).toMatchObject({ state: 'unknown', error: { code: 'mediaUnknown' } })
    expect(counted).toEqual(once)
    expect(server.seen).toHaveLength(1)
  },
)

test.each([400, 403, 404, 422])('a refusal by %i gives the consent back', async (status) => {
  const body = { error: { message: 'Not so' } }
  const { ended, counted } = await run({ kind: 'json', status, body })
  expect(ended.state).toBe('failed')
  expect(counted).toEqual({ posts: 0, consents: 1 })
  expect(server.seen).toHaveLength(1)
})

test('a press sends it once more, and a start none', async () => {
  const error = { type: 'server_error', message: 'The server had an error' }
  const { ended, media } = await run({ kind: 'events', events: [{ type: 'error', error }] })
  media.crash()
  const again = open(media.folder)
  again.jobs.resume()
  expect((await again.until(ended.id, ...finalMediaStates)).state).toBe('failed')
  expect(server.seen).toHaveLength(1)
  const bytes = await picture
  server.behave(() => ({ kind: 'stream', partials: [], pictures: [bytes] }))
  again.jobs.submitAgain(ended.id)
  expect((await again.until(ended.id, 'done')).error).toBeNull()
  expect(server.seen).toHaveLength(2)
})
