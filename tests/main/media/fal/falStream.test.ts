import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFalApi } from '../../../../src/main/media/fal/falApi.ts'
import { postFalStream } from '../../../../src/main/media/fal/falStream.ts'
import type { Fetch } from '../../../../src/main/providers/transport/transport.ts'
import type { AppError } from '../../../../src/shared/errors.ts'
import { fakePicture, type FalScript } from '../../../fakes/fakeFal.ts'
import { sendJson } from '../../../fakes/fakeServer.ts'
import { falMessage, type FalAnswer } from '../../../fakes/streamFalAnswer.ts'
import { openTestFal } from './testFal.ts'

const modelId = 'fal-ai/painter/stream'
const settled = ['done', 'failed', 'cancelled', 'unknown', 'lost'] as const
const painted = falMessage({ images: [{ url: 'https://fal.media/half.png' }] })

async function start(script: FalScript, options: Parameters<typeof openTestFal>[1] = {}) {
  const models = [{ id: modelId, category: 'text-to-image' }]
  const opened = await openTestFal({ models, ...script }, options)
  const { id } = await opened.create({ prompt: 'A cat' }, undefined, modelId)
  return { ...opened, id }
}

async function run(script: FalScript, options: Parameters<typeof openTestFal>[1] = {}) {
  const opened = await start(script, options)
  const job = await opened.media.until(opened.id, ...settled)
  const posts = opened.fal.requests.filter(({ path }) => path.endsWith('/stream'))
  return { ...opened, job, posts, outputs: opened.media.outputs(opened.id) }
}

test('a stream is one paid request, and shows the picture while it is made', async () => {
  const { fal, job, media, posts, outputs } = await run({}, { isDeleting: () => true })
  expect(job).toMatchObject({ state: 'done', error: null, resumable: false })
  expect(job).toMatchObject({ price: { amount: 0.1 }, requestId: fal.jobs[0]?.id })
  expect(posts).toHaveLength(1)
  expect(posts[0]?.path).toBe('/run/fal-ai/painter/stream')
  expect(posts[0]?.body).toEqual({ prompt: 'A cat', seed: job.seed })
  expect(posts[0]?.headers).toMatchObject({
    'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":604800}',
  })
  expect(media.told.some(({ progress }) => progress === 0.5)).toBe(true)
  expect(media.logs).toEqual([['Painting é']])
  const [preview] = media.previews
  expect(preview).toMatchObject({ mediaType: 'image/png' })
  expect(Buffer.from(preview?.bytes ?? [])).toEqual(fakePicture(99))
  expect(outputs).toHaveLength(1)
  expect(await readFile(media.blobs.path(String(outputs[0]?.['file_id'])))).toEqual(fakePicture(1))
  expect(fal.deleted).toEqual([fal.jobs[0]?.id])
})

test('an unfinished picture may be an address, and a flagged one is not shown', async () => {
  const said = Promise.withResolvers<void>()
  let origin = ''
  const says = {
    async *[Symbol.asyncIterator]() {
      const url = (name: string) => `${origin}/file/${name}.png`
      yield falMessage({ images: [{ url: url('8') }], has_nsfw_concepts: [true] })
      yield falMessage({ images: [{ url: url('9') }] })
      await said.promise
      yield falMessage({ images: [{ url: url('1') }] })
    },
  }
  const { fal, media, id } = await start({
    answers: [{ says, end: 'close' }],
    onRequest: ({ headers }) => (origin = `http://${headers.host ?? ''}`),
  })
  await vi.waitUntil(() => media.previews.length > 0)
  expect(Buffer.from(media.previews[0]?.bytes ?? [])).toEqual(fakePicture(9))
  said.resolve()
  expect(await media.until(id, ...settled)).toMatchObject({ state: 'done' })
  expect(fal.requests.some(({ path }) => path === '/file/8.png')).toBe(false)
})

test.each<[string, NonNullable<FalScript['answers']>[number], object | undefined]>([
  ['is lost before its answer', 'reset', undefined],
  ['breaks', { says: [painted], end: 'break' }, {}],
  ['ends within a message', { says: [painted.slice(0, 20)], end: 'close' }, {}],
  ['ends without a message', { says: [': ping\n\n'], end: 'close' }, { status: 400 }],
  ['is empty', { says: [], end: 'close' }, { status: 400 }],
  ['is a page', { says: ['<h1>Bad</h1>'], end: 'close', type: 'text/html' }, { status: 400 }],
])('a stream that %s may have been paid for, and is not sent again', async (_how, answer, told) => {
  const { fal, job, posts, media } = await run({ answers: [answer] })
  expect(job.state).toBe('unknown')
  const requestId = fal.jobs[0]?.id
  const details = told && { ...told, requestId }
  expect(job.error).toMatchObject({ code: 'mediaUnknown', ...(details && { details }) })
  expect(posts).toHaveLength(1)
  // Nobody can fetch its result, so nobody is asked.
  expect(fal.requests.some(({ path }) => path.includes('/requests'))).toBe(false)
  media.jobs.submitAgain(job.id)
  expect(await media.until(job.id, 'done')).toMatchObject({ error: null })
  expect(fal.billed).toBe(2)
})

test.each<[string, FalAnswer, string]>([
  [
    'says why',
    { says: [painted, falMessage({ detail: 'No', error_type: 'internal_error' })], end: 'hold' },
    'serverError',
  ],
  [
    'has no file',
    { says: [falMessage({ progress: 1 }), 'data: [DONE]\n\n'], end: 'close' },
    'mediaEmpty',
  ],
])('a stream without a result that %s has failed, and counts', async (_how, answer, code) => {
  const { fal, job } = await run({ answers: [answer] })
  expect(job).toMatchObject({ state: 'failed', error: { code }, price: { amount: 0.1 } })
  expect(fal.billed).toBe(1)
})

test('an answer that is no stream is the result', async () => {
  const says = [
    JSON.stringify({
      image: { url: 'data:image/png;base64,' + fakePicture(5).toString('base64') },
    }),
  ]
  const { job, outputs } = await run({
    answers: [{ says, end: 'close', type: 'application/json' }],
  })
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(outputs).toHaveLength(1)
})

test('a refused stream is not paid for; a busy one is sent again', async () => {
  const refused = await run({ answers: ['refused'] })
  expect(refused.job).toMatchObject({ state: 'failed', fieldErrors: [{ name: 'image_urls' }] })
  expect(refused.fal.billed).toBe(0)
  const busy = await run({ answers: ['busy', 'noRunner'] })
  expect(busy.job.state).toBe('done')
  expect(busy.posts).toHaveLength(3)
  expect(busy.fal.billed).toBe(1)
})

test('cancelling ends the stream, and closing Parley leaves it to the user', async () => {
  // It would go on for ever.
  const says = {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        yield falMessage({ progress: 0.1 })
        await new Promise(setImmediate)
      }
    },
  }
  const held: FalAnswer = { says, end: 'hold' }
  const { fal, media, id, create, reopen } = await start({ answers: [held, held] })
  await vi.waitUntil(() => media.told.some(({ progress }) => progress === 0.1))
  expect(await media.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  const [first] = fal.requests.filter(({ path }) => path.endsWith('/stream'))
  await first?.ended
  expect(first?.closedEarly).toBe(true)
  const other = await create({ prompt: 'A dog' }, undefined, modelId)
  await vi.waitUntil(() => media.told.some((job) => job.id === other.id && job.progress === 0.1))
  const next = reopen()
  expect(await next.until(other.id, ...settled)).toMatchObject({ state: 'unknown' })
  expect(fal.billed).toBe(2)
})

test('a stream has the form and the price of its endpoint, without the queue and a number', async () => {
  const { media, fal } = await openTestFal({
    answer({ path, query }, response) {
      const isOwn = path === '/openapi.json' && query.get('endpoint_id') === modelId
      if (isOwn) sendJson(response, 404, { detail: 'Not found' })
      return isOwn
    },
  })
  const { services } = media.media.context
  const { signal } = new AbortController()
  const provider = await services.find('fal')
  const [fields, plain] = await Promise.all([
    provider.form(modelId, signal),
    provider.form('fal-ai/painter', signal),
  ])
  const left = plain.filter(({ name }) => !fields.some((field) => field.name === name))
  expect(left.map(({ name }) => name)).toEqual([
    ...['num_images', 'fal-priority', 'fal-runner-hint'],
  ])
  const values = { prompt: 'A cat' }
  expect(await provider.estimate({ modelId, values }, signal)).toMatchObject({ amount: 0.05 })
  const priced = fal.requests.find(({ path }) => path.endsWith('/pricing'))
  expect(priced?.query.get('endpoint_id')).toBe('fal-ai/painter')
  const models = await provider.models(signal, true)
  const resumable = (id: string) => models.find((model) => model.modelId === id)?.resumable
  expect(resumable('fal-ai/flux/dev/stream')).toBe(false)
  expect(resumable('fal-ai/flux/dev')).toBe(true)
})

test.each([
  ['15 seconds without a message, whatever comments come', true, 15_000, { status: 408 }],
  ['10 minutes without an answer', false, 600_000, {}],
])('a stream is left after %s', async (_when, hasBegun, limit, details) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let say: (text: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (say = (text) => controller.enqueue(Buffer.from(text))),
  })
  const headers = { 'content-type': 'text/event-stream', 'x-fal-request-id': 'one' }
  const fetch: Fetch = (_input, init) =>
    hasBegun
      ? Promise.resolve(new Response(body, { headers }))
      : new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('stopped')))
        })
  const account = { id: 'fal', name: 'fal', baseUrl: 'https://queue.fal.run' }
  const api = createFalApi(
    { ...account, key: async () => 'fal-key' },
    { fetch, redact: (text) => text },
  )
  const seen: number[] = []
  let error: AppError | undefined
  const post = { endpoint: modelId, input: {}, keptSeconds: 60 }
  const ending = postFalStream(api, post, {
    ...{ provider: 'fal', priceOf: async () => null, signal: new AbortController().signal },
    fetchFile: () => Promise.reject(new Error('Nothing is fetched')),
    show: {
      ...{ log: () => undefined, preview: () => undefined },
      report: (progress) => void seen.push(progress),
    },
  }).catch((failure: unknown) => (error = failure as AppError))
  await vi.advanceTimersByTimeAsync(10_000)
  say(falMessage({ progress: 0.2 }))
  await vi.advanceTimersByTimeAsync(10_000)
  say(': ping\n\n')
  await vi.advanceTimersByTimeAsync(limit - (hasBegun ? 10_000 : 20_000) - 100)
  expect(error).toBeUndefined()
  expect(seen).toEqual(hasBegun ? [0.2] : [])
  await vi.advanceTimersByTimeAsync(100)
  await ending
  const request = hasBegun ? { requestId: 'one' } : {}
  expect(error).toMatchObject({ code: 'timeout', details: { ...details, ...request } })
})
