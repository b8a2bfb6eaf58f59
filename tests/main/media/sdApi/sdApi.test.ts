import { afterEach, expect, test } from 'vitest'
import { localMediaServices } from '../../../../src/main/media/localMediaServices.ts'
import { NoResult } from '../../../../src/main/media/mediaProvider.ts'
import type { RemoteResult } from '../../../../src/main/media/mediaProvider.ts'
import { createSdApi, type SdApiOptions } from '../../../../src/main/media/sdApi/sdApi.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import type { FormValues, MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { noise, softMask } from '../../pictures/pixels/testPictures.ts'
import { startFakeSdApi } from '../../../fakes/fakeSdApi.ts'
import type { FakeSdApi, FakeSdApiOptions } from '../../../fakes/fakeSdApi.ts'

const modelId = 'sdxl'
const picture = flatPng(8, 8, [9, 9, 9, 255])
let server: FakeSdApi | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function open(options: { server?: FakeSdApiOptions; login?: SdApiOptions['login'] } = {}) {
  server = await startFakeSdApi(await picture, options.server)
  const media = createSdApi({
    address: server.origin,
    login: options.login,
    fetch: createTransport(),
    pollMilliseconds: 5,
  })
  return { server, media }
}

interface Watching {
  model?: string
  signal?: AbortSignal
  onReport?: () => void
  read?: (input: { name: string }) => Promise<Uint8Array>
}

async function generate(
  { media }: Pick<Awaited<ReturnType<typeof open>>, 'media'>,
  values: FormValues,
  {
    model = modelId,
    signal = new AbortController().signal,
    onReport = () => undefined,
    read = () => picture,
  }: Watching = {},
): Promise<RemoteResult> {
  const fields = await media.form(modelId, signal)
  const request = {
    ...{ jobId: 'j', kind: 'image' as const, modelId: model, values, fields },
    ...{ read, transparentMask: read, path: () => '' },
  }
  const submitted = await media.submit(request, {
    signal,
    pay: (send) => send(signal),
    report: onReport,
    log: () => undefined,
    preview: () => undefined,
  })
  return (submitted as { result: RemoteResult }).result
}

const input: MediaInput = {
  id: '0'.repeat(64),
  name: 'one.png',
  mediaType: 'image/png',
  sizeBytes: 9,
  outputId: null,
}

test('it lists its models and its samplers', async () => {
  const { media } = await open()
  const { signal } = new AbortController()
  expect(await media.models(signal, false)).toMatchObject([{ modelId, name: 'sdxl', local: true }])
  const fields = await media.form(modelId, signal)
  expect(fields.find(({ name }) => name === 'sampler_name')).toMatchObject({
    options: [{ value: 'Euler a' }, { value: 'DPM++ 2M' }],
  })
})

test('a server that does not run has no models, and that is no failure', async () => {
  const { server: stopped, media } = await open()
  await stopped.close()
  expect(await media.models(new AbortController().signal, false)).toEqual([])
})

test('pictures come with their seeds, and the progress meanwhile', async () => {
  const opened = await open()
  const release = opened.server.hold()
  const values = { prompt: 'A fox', size: '768x768', seed: 7, batch_size: 2, steps: 12 }
  const { files, price } = await generate(opened, values, { onReport: release })
  expect(files.map(({ seed }) => seed)).toEqual([7, 8])
  expect(price).toEqual({ amount: 0, currency: 'USD' })
  expect(opened.server.painted).toMatchObject([
    {
      path: '/sdapi/v1/txt2img',
      body: {
        prompt: 'A fox',
        width: 768,
        height: 768,
        seed: 7,
        override_settings: { sd_model_checkpoint: modelId },
      },
    },
  ])
})

test('a picture is changed below its mask', async () => {
  const opened = await open()
  await generate(opened, { prompt: 'x', image: [input], mask: [input] })
  const base64 = Buffer.from(await picture).toString('base64')
  expect(opened.server.painted).toMatchObject([
    {
      path: '/sdapi/v1/img2img',
      body: { init_images: [base64], mask: base64, inpainting_mask_invert: 0 },
    },
  ])
  expect(opened.server.painted[0]?.body).not.toHaveProperty('image')
})

test('an edit is painted in the size of its picture, so that the rest of it can stay', async () => {
  const [original, mask] = await Promise.all([noise(1), softMask()])
  const opened = await open()
  const files = { original, mask }
  const named = (name: keyof typeof files) => ({ ...input, name })
  await generate(
    opened,
    { prompt: 'x', image: [named('original')], mask: [named('mask')] },
    { read: ({ name }) => Promise.resolve(files[name as keyof typeof files]) },
  )
  expect(opened.server.painted[0]?.body).toMatchObject({ width: 64, height: 64 })
  expect(opened.server.painted[0]?.body).not.toHaveProperty('keep_rest')
})

test('cancelling stops the server too', async () => {
  const opened = await open()
  opened.server.hold()
  const stop = new AbortController()
  const { signal } = stop
  const work = generate(opened, { prompt: 'x' }, { signal, onReport: () => stop.abort() })
  await expect(work).rejects.toMatchObject({ code: 'aborted' })
  expect(opened.server.interrupts()).toBe(1)
})

test('what the server refuses is refused', async () => {
  const opened = await open()
  opened.server.fail(422, { detail: [{ loc: ['body', 'steps'], msg: 'too many', type: 'range' }] })
  const failure = await generate(opened, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoResult)
  expect(failure).toMatchObject({ reason: { code: 'unprocessable' } })
  expect(opened.server.painted).toHaveLength(1)
})

test('a model is asked for by its name, also by a title of before its hash was known', async () => {
  const models = [
    { title: 'sdxl.safetensors [abc]', model_name: 'sdxl', hash: 'abc' },
    { title: 'a/same.ckpt [1]', model_name: 'same', hash: '1' },
    { title: 'b/same.ckpt [2]', model_name: 'same', hash: '2' },
    { model_name: 'untitled' },
    7,
  ]
  const opened = await open({ server: { models } })
  const listed = await opened.media.models(new AbortController().signal, false)
  const ids = ['sdxl', 'a/same.ckpt [1]', 'b/same.ckpt [2]', 'untitled']
  expect(listed.map((model) => model.modelId)).toEqual(ids)
  const asked = ['sdxl', 'sdxl.safetensors', 'sdxl.safetensors [old]', 'b/same.ckpt', 'abc', 'gone']
  for (const model of asked) await generate(opened, { prompt: 'x' }, { model })
  expect(opened.server.painted.map(({ body }) => body['override_settings'])).toEqual(
    ['sdxl', 'sdxl', 'sdxl', 'b/same.ckpt [2]', 'sdxl', 'gone'].map((name) => ({
      sd_model_checkpoint: name,
    })),
  )
})

test.each([
  [
    500,
    { error: 'RuntimeError', detail: '', body: '', errors: 'mat1 and mat2 do not fit' },
    { code: 'serverError', details: { answer: 'RuntimeError: mat1 and mat2 do not fit' } },
    [],
  ],
  [
    500,
    { error: 'OutOfMemoryError', detail: '', body: '', errors: 'CUDA out of memory.' },
    { code: 'overloaded' },
    [],
  ],
  [
    500,
    { error: 'RuntimeError', detail: '', errors: 'Unknown checkpoint: gone' },
    { code: 'modelNotFound' },
    [],
  ],
  [
    404,
    { error: 'HTTPException', detail: 'Sampler not found', body: '', errors: '' },
    { details: { answer: 'Sampler not found' } },
    [],
  ],
  [
    422,
    {
      detail: [
        { loc: ['body', 'steps'], msg: 'Too many', type: 'range' },
        { loc: ['body', 'width'], msg: 'Too wide', type: 'range' },
      ],
    },
    { code: 'unprocessable', details: { answer: 'steps: Too many; width: Too wide' } },
    [
      { name: 'steps', reason: 'service', message: 'Too many' },
      { name: 'size', reason: 'service', message: 'Too wide' },
    ],
  ],
])('the reason of a %i is told: %j', async (status, body, reason, fieldErrors) => {
  const opened = await open()
  opened.server.fail(status, body)
  const failure = await generate(opened, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoResult)
  expect(failure).toMatchObject({ reason: { ...reason }, fieldErrors })
  expect(opened.server.painted).toHaveLength(1)
})

test('a server that asks for a user name says so, and gets it from its address', async () => {
  const locked = await open({ server: { login: 'me:p@ss' } })
  const { signal } = new AbortController()
  await expect(locked.media.models(signal, false)).rejects.toMatchObject({
    code: 'mediaSignInNeeded',
    details: { provider: 'Automatic1111' },
  })
  const address = locked.server.origin.replace('://', '://me:p%40ss@')
  const [media] = await localMediaServices({ AUTOMATIC1111_ADDRESS: address })()
  if (!media) throw new Error('There is no service')
  expect(await media.models(signal, false)).toHaveLength(1)
  const { files } = await generate({ media }, { prompt: 'x' })
  expect(files).toHaveLength(1)
})

test('what came whole of an answer that breaks off is the result', async () => {
  const opened = await open()
  const values = { prompt: 'A fox', batch_size: 2 }
  // Behind the pictures stand the fields and the seeds.
  opened.server.cut(10)
  const late = await generate(opened, values)
  expect(late.files).toHaveLength(2)
  expect(late.brokenBy?.code).toBe('streamBroken')
  const { painted } = opened.server
  const behind = JSON.stringify({
    parameters: painted[0]?.body,
    info: JSON.stringify({ seed: 1, all_seeds: [1, 2] }),
  })
  opened.server.cut(behind.length + 10)
  const early = await generate(opened, values)
  expect(early.files).toHaveLength(1)
  expect(early.brokenBy?.code).toBe('streamBroken')
})

test('an answer without a picture is told as that', async () => {
  const opened = await open()
  opened.server.fail(200, { images: [], parameters: {}, info: '{}' })
  const failure = await generate(opened, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ reason: { code: 'mediaEmpty' } })
})

test.each([
  [
    { error: 'OutOfMemoryError', detail: '', body: '', errors: 'CUDA out of memory.' },
    { code: 'overloaded', details: { answer: 'OutOfMemoryError: CUDA out of memory.' } },
  ],
  [{ detail: 'Not Found' }, { code: 'serverError', details: { answer: 'Not Found' } }],
  [{ images: null, info: null }, { code: 'mediaEmpty' }],
  [{ images: [''] }, { code: 'mediaEmpty' }],
  [{}, { code: 'mediaEmpty' }],
])('an answer of 200 without a picture says why: %j', async (body, reason) => {
  const opened = await open()
  opened.server.fail(200, body)
  const failure = await generate(opened, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoResult)
  expect(failure).toMatchObject({ reason })
})

test.each([
  [[null], undefined],
  [['', 7], undefined],
  [[], { errors: 'The second one broke' }],
])('a picture that came among %j is kept, with what else is said', async (others, said) => {
  const opened = await open()
  const base64 = Buffer.from(await picture).toString('base64')
  const info = JSON.stringify({ all_seeds: [1, 2, 3] })
  opened.server.fail(200, { images: [...others, base64], info, ...said })
  const { files, brokenBy } = await generate(opened, { prompt: 'x', batch_size: 3 })
  expect(files).toEqual([{ bytes: Buffer.from(await picture), seed: others.length + 1 }])
  expect(brokenBy?.details.answer).toBe(said?.errors)
})
