import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { FormValues, MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { decodePng } from '../../../fakes/pngPixels.ts'
import { NoResult, NotAccepted } from '../../../../src/main/media/mediaProvider.ts'
import type { RemoteResult } from '../../../../src/main/media/mediaProvider.ts'
import { createOpenAiImages } from '../../../../src/main/media/openAiImages/openAiImages.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createPixels } from '../../../../src/main/pictures/pixels/createPixels.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { flatPng, startFakeImages } from '../../../fakes/fakeImages.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import type { FakeImages } from '../../../fakes/fakeImages.ts'

let server: FakeImages | undefined

afterEach(async () => {
  const ended = server
  // Each test has a server of its own.
  server = undefined
  await ended?.close()
  expect(ended?.violations).toEqual([])
})

const red = flatPng(8, 8, [200, 30, 30, 255])
const blue = flatPng(8, 8, [20, 30, 230, 255])

const folder = mkdtempSync(join(tmpdir(), 'parley-images-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pathOf = ({ name }: Pick<MediaInput, 'name'>): string => join(folder, name)

function inputOf(name: string, bytes: Uint8Array): MediaInput {
  writeFileSync(pathOf({ name }), bytes)
  const id = Buffer.from(name).toString('hex').padEnd(64, '0')
  return { id, name, mediaType: 'image/png', sizeBytes: bytes.length, outputId: null }
}

interface Given {
  presetId?: string | null
  modelId?: string
  signal?: AbortSignal
  /** Runs once the request is made and before it is sent. */
  beforeSending?: () => void
}

async function open({ presetId = 'openai' }: Given) {
  server ??= await startFakeImages()
  const { baseUrl } = server
  const provider = createOpenAiCompatible({
    id: 'p',
    name: 'The service',
    baseUrl,
    key: 'sk-test',
    fetch: createTransport(),
    redact: (text) => text,
  })
  return createOpenAiImages({
    id: 'p',
    name: 'The service',
    presetId,
    local: false,
    listModels: () => Promise.resolve([]),
    lookup: () => Promise.resolve(provider),
  })
}

async function generate(values: FormValues, given: Given = {}) {
  const { modelId = 'gpt-image-2', signal = new AbortController().signal } = given
  const media = await open(given)
  const previews: Uint8Array[] = []
  let paid = 0
  const fields = await media.form(modelId, signal)
  const request = {
    jobId: 'j',
    kind: 'image' as const,
    modelId,
    values,
    fields,
    read: (input: MediaInput) => readFile(pathOf(input)),
    transparentMask: async (mask: MediaInput) =>
      createPixels(pixelWork).transparentMask(await readFile(pathOf(mask)), signal),
    path: pathOf,
  }
  const submitted = await media.submit(request, {
    signal,
    pay: (send) => {
      given.beforeSending?.()
      paid += 1
      return send(signal)
    },
    report: () => undefined,
    log: () => undefined,
    preview: ({ bytes }) => void previews.push(bytes),
  })
  const { result } = submitted as { result: RemoteResult }
  return { ...result, previews, paid, sent: server?.seen[0] }
}

function bytesOf(result: RemoteResult): Buffer[] {
  return result.files.map((file) => Buffer.from('bytes' in file ? file.bytes : []))
}

async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => new Error('It did not fail'),
    (failure: unknown) => failure,
  )
  const refused = error instanceof NotAccepted
  const { code } = error instanceof NoResult ? error.reason : (error as { code?: string })
  return { refused, code }
}

test('a prompt becomes a picture, which sharpens while it comes', async () => {
  server = await startFakeImages()
  const [partial, finished] = [await red, await blue]
  server.behave(() => ({ kind: 'stream', partials: [partial, partial], pictures: [finished] }))
  const made = await generate({ prompt: 'A red square', size: '1024x1024', quality: 'low' })
  expect(bytesOf(made)).toEqual([Buffer.from(finished)])
  expect(made.previews).toHaveLength(2)
  expect(made.sent?.fields).toEqual({
    model: 'gpt-image-2',
    prompt: 'A red square',
    size: '1024x1024',
    quality: 'low',
    stream: true,
    partial_images: 2,
  })
  // 20 tokens of text at $5, 100 of pictures at $8 and 1,000 out at $30 a million.
  expect(made.price).toEqual({ amount: 0.0309, currency: 'USD' })
  expect(server?.requests).toHaveLength(1)
})

test('several pictures come as a whole', async () => {
  const made = await generate({ prompt: 'Three', n: 3, size: { width: 1536, height: 864 } })
  expect(made.files).toHaveLength(3)
  expect(made.sent?.fields).toMatchObject({ n: 3, size: '1536x864' })
  expect(made.sent?.fields).not.toHaveProperty('stream')
})

test('an edit sends its pictures and a mask that is transparent where it changes', async () => {
  const mask = await flatPng(8, 8, [255, 255, 255, 255])
  const values = {
    prompt: 'Make it blue',
    image: [inputOf('one.png', await red), inputOf('two.png', await blue)],
    mask: [inputOf('mask.png', mask)],
  }
  const { sent } = await generate(values)
  expect(sent?.path).toBe('/v1/images/edits')
  expect(sent?.files.map(({ field, name }) => [field, name])).toEqual([
    ['image[]', 'one.png'],
    ['image[]', 'two.png'],
    ['mask', 'mask.png'],
  ])
  const { data } = await decodePng(sent?.files[2]?.bytes ?? new Uint8Array())
  expect(data.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 0)).toBe(true)
})

test('a picture that changes while it is sent is named, and nothing was to be paid', async () => {
  const values = { prompt: 'Make it blue', image: [inputOf('one.png', await red)] }
  const beforeSending = () => writeFileSync(pathOf({ name: 'one.png' }), 'other bytes')
  const failure = await failureOf(generate(values, { beforeSending }))
  expect(failure).toEqual({ refused: true, code: 'attachmentMissing' })
  expect(server?.seen).toHaveLength(0)
})

test('a mask without a picture is refused before anything is paid', async () => {
  const values = { prompt: 'x', mask: [inputOf('mask.png', await red)] }
  expect((await failureOf(generate(values))).code).toBe('fieldsInvalid')
  expect(server?.seen).toHaveLength(0)
})

test.each([
  ['401', 401, { error: { message: 'Incorrect API key' } }, 'keyRefused', true],
  ['429', 429, { error: { message: 'Rate limit' } }, 'rateLimited', true],
  [
    'moderation',
    400,
    { error: { code: 'moderation_blocked', type: 'image_generation_user_error', message: 'No.' } },
    'contentFiltered',
    true,
  ],
  [
    'a gateway that lost the service',
    502,
    { error: { message: 'Bad gateway' } },
    'serverError',
    false,
  ],
  ['an empty answer', 200, { created: 1, data: [] }, 'mediaEmpty', false],
])('%s is one request and no second', async (_name, status, body, code, refused) => {
  server = await startFakeImages()
  server.behave(() => ({ kind: 'json', status, body }))
  expect(await failureOf(generate({ prompt: 'x' }))).toEqual({ code, refused })
  expect(server?.seen).toHaveLength(1)
})

test('a reset after the request leaves open what became of it, and sends no second', async () => {
  server = await startFakeImages()
  server.behave(() => ({ kind: 'reset' }))
  expect((await failureOf(generate({ prompt: 'x' }))).refused).toBe(false)
  expect(server?.seen).toHaveLength(1)
})

test('moderation after unfinished pictures may be billed', async () => {
  server = await startFakeImages()
  const b64_json = Buffer.from(await red).toString('base64')
  const error = { type: 'image_generation_user_error', code: 'moderation_blocked', message: 'No.' }
  server.behave(() => ({
    kind: 'events',
    events: [
      { type: 'image_generation.partial_image', b64_json, partial_image_index: 0 },
      { type: 'error', error },
    ],
  }))
  const failure = await failureOf(generate({ prompt: 'x' }))
  expect(failure).toEqual({ code: 'contentFiltered', refused: false })
})

test('a stream that is cut after an unfinished picture is broken, not finished', async () => {
  server = await startFakeImages()
  const b64_json = Buffer.from(await red).toString('base64')
  const events = [{ type: 'image_generation.partial_image', b64_json, partial_image_index: 0 }]
  server.behave(() => ({ kind: 'events', events }))
  const failure = await failureOf(generate({ prompt: 'x' }))
  expect(failure).toEqual({ code: 'streamBroken', refused: false })
})

test('nothing listens: nothing was sent', async () => {
  server = await startFakeImages()
  await server.close()
  expect(await failureOf(generate({ prompt: 'x' }))).toEqual({
    code: 'serverNotRunning',
    refused: true,
  })
})

test('cancelling closes the connection', async () => {
  server = await startFakeImages()
  const stop = new AbortController()
  server.behave(() => {
    stop.abort()
    return { kind: 'hang' }
  })
  const failure = await failureOf(generate({ prompt: 'x' }, { signal: stop.signal }))
  expect(failure).toEqual({ code: 'aborted', refused: false })
  await server?.requests[0]?.ended
})

test('xAI gets links, and tells its price in ticks', async () => {
  server = await startFakeImages({ isOpenAi: false })
  const picture = await blue
  server.behave(() => ({
    kind: 'pictures',
    pictures: [picture],
    more: { usage: { cost_in_usd_ticks: 200_000_000 } },
  }))
  const bytes = await red
  const made = await generate(
    { prompt: 'Wider', image: [inputOf('one.png', bytes)], aspect_ratio: '16:9' },
    { presetId: 'xai', modelId: 'grok-imagine-image' },
  )
  expect(made.sent).toMatchObject({
    path: '/v1/images/edits',
    fields: {
      model: 'grok-imagine-image',
      prompt: 'Wider',
      aspect_ratio: '16:9',
      response_format: 'b64_json',
      image: {
        type: 'image_url',
        url: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
      },
    },
  })
  expect(made.price).toEqual({ amount: 0.02, currency: 'USD' })
})

test('a picture that xAI holds back is no result, and counts', async () => {
  server = await startFakeImages({ isOpenAi: false })
  server.behave(() => ({
    kind: 'json',
    status: 200,
    body: { data: [{ url: null, respect_moderation: false }] },
  }))
  const failure = await failureOf(generate({ prompt: 'x' }, { presetId: 'xai', modelId: 'grok' }))
  expect(failure).toEqual({ code: 'contentFiltered', refused: false })
})

test.each([
  [
    'together',
    'black-forest-labs/FLUX.2-dev',
    { size: { width: 1024, height: 768 }, seed: 7, steps: 20 },
    { width: 1024, height: 768, seed: 7, steps: 20, response_format: 'base64' },
  ],
  [
    'gemini',
    'gemini-3-pro-image',
    { size: '1024x1024' },
    { size: '1024x1024', response_format: 'b64_json' },
  ],
  [
    'localai',
    'flux.1-dev',
    { size: '512x512', step: 15 },
    { size: '512x512', step: 15, response_format: 'b64_json' },
  ],
  [null, 'sd-cpp-local', { n: 2 }, { n: 2, response_format: 'b64_json' }],
  [null, 'openai/gpt-image-2', { n: 2 }, { n: 2 }],
])('%s has its own fields', async (presetId, modelId, values, fields) => {
  server = await startFakeImages({ isOpenAi: false })
  const made = await generate({ prompt: 'A fox', ...values }, { presetId, modelId })
  expect(made.sent?.path).toBe('/v1/images/generations')
  expect(made.sent?.fields).toEqual({ model: modelId, prompt: 'A fox', ...fields })
})

test('a picture without a prompt is varied where a gateway still does that', async () => {
  server = await startFakeImages()
  const image = [inputOf('one.png', await red)]
  const given = { presetId: null, modelId: 'dall-e-2' }
  const made = await generate({ image, size: '512x512', n: 2 }, given)
  expect(made.files).toHaveLength(2)
  expect(made.sent?.path).toBe('/v1/images/variations')
  expect(made.sent?.files.map(({ field, name }) => [field, name])).toEqual([['image', 'one.png']])
  expect(made.sent?.fields).toEqual({
    ...{ model: 'dall-e-2', size: '512x512', n: '2', response_format: 'b64_json' },
  })
  await generate({ prompt: 'Make it blue', image }, given)
  expect(server.seen[1]?.path).toBe('/v1/images/edits')
  const other = { presetId: null, modelId: 'topaz/Standard V2' }
  await generate({ image }, other)
  expect(server.seen[2]?.path).toBe('/v1/images/variations')
})

test.each([{}, { mask: 'alone' }, { mask: 'with a picture' }])(
  'a variation without what it needs is refused before anything is paid: %j',
  async ({ mask }) => {
    const files = [inputOf('one.png', await red)]
    const values = {
      ...(mask && { mask: files }),
      ...(mask === 'with a picture' && { image: files }),
    }
    const failure = await failureOf(generate(values, { presetId: null, modelId: 'dall-e-2' }))
    expect(failure.code).toBe('fieldsInvalid')
    expect(server?.seen).toHaveLength(0)
  },
)

test('an estimate is given where the service has a price per picture, else none', async () => {
  const media = await open({})
  const { signal } = new AbortController()
  const estimate = (modelId: string, values: FormValues) =>
    media.estimate({ modelId, values }, signal)
  const wide = { quality: 'medium', size: '1536x1024', n: 2 }
  expect(await estimate('gpt-image-1.5', wide)).toEqual({ amount: 0.1, currency: 'USD' })
  expect(await estimate('gpt-image-1.5', { quality: 'auto', size: 'auto' })).toBeNull()
  expect(await estimate('gpt-image-2.5-flare', wide)).toBeNull()
})
