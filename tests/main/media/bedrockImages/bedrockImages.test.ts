import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBedrockImages } from '../../../../src/main/media/bedrockImages/bedrockImages.ts'
import { NoResult, NotAccepted } from '../../../../src/main/media/mediaProvider.ts'
import type { RemoteResult } from '../../../../src/main/media/mediaProvider.ts'
import type { FormValues } from '../../../../src/shared/media/mediaForm.ts'
import { startFakeBedrock, type FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { openBedrock } from '../../providers/bedrock/openBedrock.ts'

const core = 'stability.stable-image-core-v1:1'
const large = 'stability.sd3-5-large-v1:0'
const picture = flatPng(8, 8, [9, 9, 9, 255])
let fake: FakeBedrock

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

function open() {
  const provider = openBedrock(fake.origin, { maxRetries: 2 })
  const { signal } = new AbortController()
  return createBedrockImages({
    ...{ id: 'bedrock', name: 'Bedrock' },
    listModels: () => provider.models(signal, ['image']),
    lookup: async () => provider,
  })
}

async function generate(modelId: string, values: FormValues): Promise<RemoteResult> {
  const media = open()
  const { signal } = new AbortController()
  const fields = await media.form(modelId, signal)
  const submitted = await media.submit(
    {
      ...{ jobId: 'j', kind: 'image', modelId, values, fields },
      ...{ read: () => picture, transparentMask: () => picture, path: () => '' },
    },
    {
      signal,
      pay: (send) => send(signal),
      report: () => undefined,
      log: () => undefined,
      preview: () => undefined,
    },
  )
  return (submitted as { result: RemoteResult }).result
}

async function behaveWith(body: object): Promise<void> {
  fake.behave({ kind: 'json', status: 200, body })
}

test('only models whose request is known are offered', async () => {
  const drawing = (modelId: string) => ({ modelId, outputModalities: ['IMAGE'] })
  const ids = [core, large, 'stability.stable-image-inpaint-v1:0', 'amazon.nova-canvas-v1:0']
  fake.list({ foundations: ids.map(drawing), profiles: [] })
  const models = await open().models(new AbortController().signal, false)
  expect(models.map(({ modelId, accepts }) => [modelId, accepts])).toEqual([
    [core, []],
    [large, ['image']],
  ])
})

test('a picture is made by one request, with its seed', async () => {
  const base64 = Buffer.from(await picture).toString('base64')
  await behaveWith({ images: [base64], seeds: [77], finish_reasons: [null] })
  const values = { prompt: 'A fox', aspect_ratio: '16:9', seed: 77, negative_prompt: '' }
  const { files, price } = await generate(core, values)
  expect(files).toMatchObject([{ seed: 77, bytes: Buffer.from(await picture) }])
  expect(price).toBeNull()
  expect(fake.asked()).toHaveLength(1)
  expect(fake.asked()[0]?.path).toMatch(/stable-image-core-v1(?::|%3A)1\/invoke$/)
  expect(fake.asked()[0]?.body).toEqual({
    ...{ prompt: 'A fox', aspect_ratio: '16:9', seed: 77, output_format: 'png' },
  })
})

test('a picture is changed, and keeps its shape', async () => {
  const base64 = Buffer.from(await picture).toString('base64')
  await behaveWith({ images: [base64], seeds: [1], finish_reasons: [null] })
  const [input] = [{ id: '0'.repeat(64), name: 'a.png', mediaType: 'image/png', sizeBytes: 9 }]
  await generate(large, { prompt: 'x', image: [input ?? null], aspect_ratio: '1:1' })
  expect(fake.asked()[0]?.body).toEqual({
    ...{ prompt: 'x', mode: 'image-to-image', image: base64, strength: 0.75 },
    output_format: 'png',
  })
})

test.each([
  ['Filter reason: prompt', 'contentFiltered'],
  ['Filter reason: output image', 'contentFiltered'],
  ['Inference error', 'serverError'],
])('no picture for “%s” is told as %s', async (reason, code) => {
  await behaveWith({ seeds: [1], finish_reasons: [reason], images: [''] })
  const failure = await generate(core, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoResult)
  // An answer came: it may be billed.
  expect(failure).not.toBeInstanceOf(NotAccepted)
  expect(failure).toMatchObject({ reason: { code, details: { answer: reason } } })
})

test('a refused request costs nothing, and a busy service is not asked again by itself', async () => {
  fake.behave({
    ...{ kind: 'exception', status: 429, type: 'ThrottlingException' },
    message: 'Too many requests',
  })
  const failure = await generate(core, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NotAccepted)
  expect(failure).toMatchObject({ reason: { code: 'rateLimited' } })
  expect(fake.asked()).toHaveLength(1)
})

test('an answer that breaks off leaves it open whether there is something to pay', async () => {
  fake.behave({ kind: 'bytes', pieces: [Buffer.from('{"images":["iVBOR')], ending: 'reset' })
  const failure = await generate(core, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(NotAccepted)
  expect(fake.asked()).toHaveLength(1)
})

test('what came whole of an answer that breaks off is the result', async () => {
  const base64 = Buffer.from(await picture).toString('base64')
  const whole = Buffer.from(`{"seeds":[1,2],"images":["${base64}","${base64}`)
  fake.behave({ kind: 'bytes', pieces: [whole], ending: 'end' })
  const { files, brokenBy } = await generate(core, { prompt: 'x' })
  expect(files).toMatchObject([{ seed: 1, bytes: Buffer.from(await picture) }])
  expect(brokenBy?.code).toBe('streamBroken')
})

test('of several pictures the one that is held back is told', async () => {
  const base64 = Buffer.from(await picture).toString('base64')
  const reason = 'Filter reason: output image'
  await behaveWith({ images: [base64, ''], seeds: [1, 2], finish_reasons: [null, reason] })
  const { files, brokenBy } = await generate(core, { prompt: 'x' })
  expect(files).toHaveLength(1)
  expect(brokenBy).toMatchObject({ code: 'contentFiltered', details: { answer: reason } })
})

test('an answer without a picture and without a reason is told as that', async () => {
  await behaveWith({ images: [], seeds: [] })
  const failure = await generate(core, { prompt: 'x' }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ reason: { code: 'mediaEmpty' } })
})
