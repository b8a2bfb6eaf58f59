import { afterEach, expect, test } from 'vitest'
import { NotAccepted } from '../../../../src/main/media/mediaProvider.ts'
import type { RemoteResult } from '../../../../src/main/media/mediaProvider.ts'
import { createSdApi } from '../../../../src/main/media/sdApi/sdApi.ts'
import { createTransport } from '../../../../src/main/providers/transport.ts'
import type { FormValues, MediaInput } from '../../../../src/shared/mediaForm.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { noise, softMask } from '../pixels/testPictures.ts'
import { startFakeSdApi } from '../../../fakes/fakeSdApi.ts'
import type { FakeSdApi } from '../../../fakes/fakeSdApi.ts'

const modelId = 'sdxl.safetensors [abc]'
const picture = flatPng(8, 8, [9, 9, 9, 255])
let server: FakeSdApi | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function open() {
  server = await startFakeSdApi(await picture)
  const media = createSdApi({
    address: server.origin,
    fetch: createTransport(),
    pollMilliseconds: 5,
  })
  return { server, media }
}

interface Watching {
  signal?: AbortSignal
  onReport?: () => void
  read?: (input: { name: string }) => Promise<Uint8Array>
}

async function generate(
  { media }: Awaited<ReturnType<typeof open>>,
  values: FormValues,
  {
    signal = new AbortController().signal,
    onReport = () => undefined,
    read = () => picture,
  }: Watching = {},
): Promise<RemoteResult> {
  const fields = await media.form(modelId, signal)
  const request = {
    ...{ jobId: 'j', kind: 'image' as const, modelId, values, fields },
    read,
    path: () => '',
  }
  const submitted = await media.submit(request, {
    signal,
    pay: (send) => send(signal),
    report: onReport,
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
  expect(failure).toBeInstanceOf(NotAccepted)
  expect(failure).toMatchObject({ reason: { code: 'unprocessable' } })
  expect(opened.server.painted).toHaveLength(1)
})
