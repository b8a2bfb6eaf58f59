import { expect, test } from 'vitest'
import { pictureTool } from '../../../../src/main/media/tool/pictureTool.ts'
import type { HostedDrawing } from '../../../../src/main/media/tool/hostedPictureTool.ts'
import type { Drawing } from '../../../../src/main/media/tool/pictureTool.ts'
import { sdFields } from '../../../../src/main/media/sdApi/sdForm.ts'
import { imageDialectOf } from '../../../../src/main/media/openAiImages/imageDialects.ts'
import { areAboveLimit } from '../../../../src/main/media/jobs/isAboveLimit.ts'
import { runTool } from '../../../../src/main/tools/runTool.ts'
import type { MediaJob, MediaState } from '../../../../src/shared/media/media.ts'
import type { FormField, FormValues } from '../../../../src/shared/media/mediaForm.ts'
import type { MediaPrice } from '../../../../src/shared/media/mediaPrice.ts'
import type { Attachment, ToolCallPart } from '../../../../src/shared/chat/parts.ts'

const painter = { providerId: 'openai', modelId: 'gpt-image-2', providerName: 'OpenAI' }
const chat = { conversationId: 'chat', model: { providerId: 'p', modelId: 'm' } }
const context = {
  ...chat,
  messageId: 'message',
  toolCallId: 'call',
  argumentsText: '{}',
  earlier: [],
}
const { signal } = new AbortController()
const picture = { name: 'fox.png', mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }

function fileOf(name: string, mediaType = 'image/png'): Attachment {
  return { id: name.length.toString(16).repeat(64).slice(0, 64), name, mediaType, sizeBytes: 3 }
}

interface Given {
  state?: MediaState
  error?: MediaJob['error']
  fields?: readonly FormField[]
  last?: FormValues
  model?: typeof painter | null
  limit?: number
  price?: MediaPrice
  formless?: boolean
  slow?: boolean
  tools?: boolean
  hosted?: HostedDrawing
  files?: Attachment[]
}

/** Opens the tool over media that is told by the test. */
function open(given: Given = {}) {
  const { state = 'done', error = null, last = {}, model = painter, tools = true } = given
  const asked: Parameters<Drawing['create']>[0][] = []
  const withdrawn: string[] = []
  const job = (id: string) => ({ id, state, error }) as MediaJob
  const drawing: Drawing = {
    model: () => Promise.resolve(model ?? undefined),
    hosted: () => Promise.resolve(given.hosted),
    form: async () => {
      if (given.formless) throw new Error('No form')
      return Promise.resolve({
        fields: given.fields ?? imageDialectOf('openai', painter.modelId).fields(painter.modelId),
        values: last,
      })
    },
    priceOf: () => Promise.resolve(given.price ?? null),
    areDear: (prices) => areAboveLimit(prices, given.limit ?? 0.5),
    create: (request) => {
      asked.push(request)
      return Promise.resolve(job(request.id))
    },
    settled: (id) => (given.slow ? new Promise(() => undefined) : Promise.resolve(job(id))),
    withdraw: (id) => void withdrawn.push(id),
    read: () => Promise.resolve([picture]),
  }
  const box = pictureTool({
    describe: (reference) =>
      Promise.resolve({
        ...reference,
        name: 'm',
        local: false,
        capabilities: { tools, pictures: 'free' },
      }),
    filesOf: () => given.files ?? [],
    drawing: () => drawing,
    waitMilliseconds: 1,
  })
  const find = async () => (await box.list(chat, signal))[0]
  return { asked, withdrawn, find }
}

async function draw(input: Record<string, unknown>, given: Given = {}) {
  const { asked, withdrawn, find } = open(given)
  const tool = await find()
  if (!tool) throw new Error('The tool is not offered')
  const result = await runTool(tool, input, context, signal)
  return { result, request: asked[0], withdrawn }
}

test('it is offered to models that take tools, once the user has made a picture', async () => {
  expect((await open().find())?.name).toBe('generate_image')
  expect(await open({ tools: false }).find()).toBeUndefined()
  expect(await open({ model: null }).find()).toBeUndefined()
})

test('the user is asked once a chat for this model, and each time above the limit', async () => {
  const consent = async (given: Given) =>
    (await open(given).find())?.consent({ prompt: 'A fox' }, context)
  const scope = 'generate_image openai gpt-image-2'
  const price = { amount: 0.04, currency: 'USD' }
  const once = { ask: 'oncePerChat', scope, destination: 'OpenAI' }
  expect(await consent({ price })).toEqual({ ...once, price })
  expect(await consent({})).toEqual({ ...once, price: null })
  expect(await consent({ limit: 0.03, price })).toMatchObject({ ask: 'always', price })
  // The price is unknown until the form is back.
  expect(await consent({ formless: true })).toMatchObject({ ask: 'always', price: null })
})

test('where the model’s own service draws, one tool asks for that, and the other is not there', async () => {
  const hosted: HostedDrawing = {
    providerName: 'OpenAI',
    pictures: { model: null },
    price: { amount: 0.2, currency: 'USD' },
    isDear: false,
    limit: 0.5,
    dollarsOf: () => undefined,
  }
  const maximum = async (changed: Partial<HostedDrawing>) =>
    (await open({ hosted: { ...hosted, ...changed } }).find())?.hosted?.pictures.maximum
  const tool = await open({ hosted }).find()
  expect(tool?.name).toBe('generate_image')
  expect(await tool?.consent({}, context)).toEqual({
    ask: 'oncePerChat',
    scope: 'image_generation p m',
    destination: 'OpenAI',
    price: hosted.price,
  })
  // As many as stay below the limit together; four of unknown price.
  expect(await maximum({})).toBe(2)
  expect(await maximum({ price: null })).toBe(4)
  expect(await maximum({ limit: null })).toBe(10)
  expect(await maximum({ limit: 0.3, price: { amount: 0.1, currency: 'USD' } })).toBe(3)
  const { asked, find } = open({ hosted })
  const own = await find()
  if (own) await runTool(own, { prompt: 'A fox' }, context, signal)
  expect(asked).toEqual([])
})

/** Parts of an answer whose model has had pictures made before. */
function callsBefore(count: number, changed: Partial<ToolCallPart> = {}): ToolCallPart[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'toolCall',
    id: `earlier ${String(index)}`,
    name: 'generate_image',
    arguments: '{"prompt":"A fox"}',
    permission: 'chat',
    state: 'allowed',
    ...changed,
  }))
}

test.each([
  { title: 'as long as the sum is below the limit', calls: 1, price: 0.2, ask: 'oncePerChat' },
  { title: 'no more once the sum is above it', calls: 2, price: 0.2, ask: 'always' },
  { title: 'for four of unknown price', calls: 3, ask: 'oncePerChat' },
  { title: 'not for a fifth of unknown price', calls: 4, ask: 'always' },
  { title: 'without those that were denied', calls: 4, permission: undefined, ask: 'oncePerChat' },
  { title: 'without calls of other tools', calls: 4, name: 'other', ask: 'oncePerChat' },
])('in one answer a permission holds $title', async ({ calls, price, ask, ...changed }) => {
  const given = price === undefined ? {} : { price: { amount: price, currency: 'USD' } }
  const tool = await open(given).find()
  const { permission, name } = { permission: 'chat' as const, name: 'generate_image', ...changed }
  const before = callsBefore(calls, { name }).map(({ permission: _allowed, ...call }) => ({
    ...call,
    ...(permission && { permission }),
  }))
  // Those after the call are its successors' affair.
  const earlier = [...before, ...callsBefore(1, { id: 'call' }), ...callsBefore(9)]
  expect(await tool?.consent({ prompt: 'A fox' }, { ...context, earlier })).toMatchObject({ ask })
})

test('a picture is the result, with the user’s last choices and the shape that is wanted', async () => {
  const last = { quality: 'low', size: '1024x1024', n: 4, prompt: 'old' }
  const { result, request } = await draw({ prompt: 'A fox', shape: 'portrait' }, { last })
  expect(request).toMatchObject({
    providerId: 'openai',
    conversationId: 'chat',
    values: { prompt: 'A fox', size: '1024x1536', quality: 'low' },
  })
  expect(request?.values).not.toHaveProperty('n')
  expect(result.parts).toMatchObject([{ type: 'text' }, { type: 'file', ...picture }])
})

test('pictures of the chat are changed by their names, or the newest one', async () => {
  const files = [fileOf('newest.png'), fileOf('note.txt', 'text/plain'), fileOf('older.png')]
  const { request } = await draw({ prompt: 'Blue', pictures: ['last', 'older.png'] }, { files })
  expect(request?.values['image']).toMatchObject([{ name: 'newest.png' }, { name: 'older.png' }])
  const none = await draw({ prompt: 'Blue', pictures: ['note.txt'] }, { files })
  expect(none.result).toMatchObject({ failed: true })
  expect(none.request).toBeUndefined()
})

test('a model that changes no pictures is not asked to', async () => {
  const fields = imageDialectOf('gemini', 'g').fields('g')
  const files = [fileOf('one.png')]
  const { request, result } = await draw({ prompt: 'x', pictures: ['last'] }, { fields, files })
  expect(result.failed).toBe(true)
  expect(request).toBeUndefined()
})

test('a server that takes one picture gets one', async () => {
  const files = [fileOf('a.png'), fileOf('bb.png')]
  const wish = { prompt: 'x', pictures: ['a.png', 'bb.png'], shape: 'landscape' }
  const { request } = await draw(wish, { fields: sdFields([]), files })
  expect(request?.values).toMatchObject({ image: [{ name: 'a.png' }], size: '1216x832' })
})

test('a slow picture ends the turn, and its card fills itself', async () => {
  const { result, request } = await draw({ prompt: 'A fox' }, { slow: true })
  expect(result.media).toEqual({ jobId: request?.id, isAnswer: true })
  expect(result.failed).toBeUndefined()
})

test.each(['failed', 'unknown', 'lost'] as const)(
  'of a job that is %s the model is told',
  async (state) => {
    const error = {
      code: 'contentFiltered' as const,
      message: 'm',
      details: { answer: 'Not this.' },
    }
    const { result, request } = await draw({ prompt: 'A fox' }, { state, error })
    expect(result).toMatchObject({ failed: true, media: { jobId: request?.id, isAnswer: false } })
  },
)
