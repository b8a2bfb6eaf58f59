import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReplyEvent, ReplyRequest, Turn } from '../../../../src/main/providers/reply.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { ask, collect } from '../collect.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { fileOf } from '../openAiCompatible/turns.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const pictures = { model: null, maximum: 4 }
const drawing: ReplyRequest = { ...ask('A fox'), pictures }
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64')
const made = { id: 'ig_1', result: base64(7), prompt: 'A red fox: in snow' }

type Body = Record<string, unknown> & { tools?: { type: string }[]; input: { type: string }[] }
const bodies = () => fake.requests.map(({ body }) => body as Body)

test('the service has its tool for pictures only where it may make some', async () => {
  fake.behave({ kind: 'answer', text: 'Hi' })
  const service = openService(fake.baseUrl)
  await collect(service, drawing)
  await collect(service, {
    ...drawing,
    pictures: { model: 'gpt-image-2', quality: 'low', maximum: 1 },
  })
  await collect(service, ask('A fox'))
  const [plain, named, none] = bodies()
  const tool = { type: 'image_generation', partial_images: 2 }
  expect(plain).toMatchObject({ tools: [tool], max_tool_calls: 4, store: false })
  expect(named?.tools).toEqual([{ ...tool, model: 'gpt-image-2', quality: 'low' }])
  // Without the tool, the model is asked as ever.
  expect(none).not.toHaveProperty('tools')
  expect(fake.requests.map(({ path }) => path)).toEqual([
    '/v1/responses',
    '/v1/responses',
    '/v1/chat/completions',
  ])
})

test('a service that wants the model in a header gets it there', async () => {
  fake.behave({ kind: 'answer', text: 'Hi' })
  const service = openService(fake.baseUrl, { pictureModelHeader: 'x-picture-deployment' })
  await collect(service, { ...drawing, pictures: { model: 'my-pictures', maximum: 1 } })
  expect(fake.requests[0]?.headers['x-picture-deployment']).toBe('my-pictures')
  expect(bodies()[0]?.tools).toEqual([{ type: 'image_generation', partial_images: 2 }])
})

test('a picture sharpens, and comes once with its prompt and what it took', async () => {
  const drafts = [base64(1), base64(2)]
  fake.behave({ kind: 'answer', text: 'There.', pictures: [{ ...made, drafts }] })
  const { events } = await collect(openService(fake.baseUrl), drawing)
  const call = { type: 'toolCall', id: 'ig_1', name: 'image_generation' }
  const file = { mediaType: 'image/png', callId: 'ig_1' }
  const told = events.filter(({ type }) => type !== 'request' && type !== 'text')
  expect(told).toEqual([
    { ...call, arguments: '' },
    { type: 'pictureDraft', ...file, bytes: Buffer.from([1]) },
    { type: 'pictureDraft', ...file, bytes: Buffer.from([2]) },
    { ...call, arguments: JSON.stringify({ prompt: made.prompt }) },
    { type: 'image', ...file, bytes: Buffer.from([7]), name: 'A red fox in snow.png' },
    expect.objectContaining({
      type: 'usage',
      pictures: { textTokens: 10, imageTokens: 0, outputTokens: 1000 },
    }),
    { type: 'finish', reason: 'stop' },
  ] satisfies (ReplyEvent | object)[])
})

test.each(['reset', 502] as const)(
  'a request whose answer is lost (%s) is not sent again: it may be billed',
  async (loss) => {
    fake.behave(
      loss === 'reset'
        ? { kind: 'bytes', pieces: [] }
        : { kind: 'status', status: loss, body: 'Bad gateway' },
    )
    const { error } = await collect(openService(fake.baseUrl), drawing)
    expect(error).toBeDefined()
    expect(fake.requests).toHaveLength(1)
  },
)

test('a picture that is held back says why, and the answer goes on', async () => {
  const error = { code: 'moderation_blocked', message: 'Rejected by the safety system.' }
  const blocked = { id: 'ig_1', drafts: [base64(1)], result: null, error }
  fake.behave({ kind: 'answer', text: 'I can’t.', pictures: [blocked] })
  const { events } = await collect(openService(fake.baseUrl), drawing)
  const text = 'No picture was made. Rejected by the safety system.'
  expect(events).toContainEqual({ type: 'toolResult', id: 'ig_1', text, failed: true })
  expect(events.filter(({ type }) => type === 'image')).toEqual([])
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test('a model that lacks the tool is asked again without it, and never offered it again', async () => {
  fake.behave((_request, { body }) =>
    (body as Body).tools === undefined
      ? { kind: 'answer', text: 'Hi' }
      : {
          kind: 'status',
          status: 400,
          body: { error: { message: "Tool 'image_generation' is not supported with this model." } },
        },
  )
  const service = openService(fake.baseUrl)
  const { events, error } = await collect(service, drawing)
  expect(error).toBeUndefined()
  expect(events).toContainEqual({
    type: 'warning',
    warning: { code: 'optionDropped', subject: 'pictures' },
  })
  await collect(service, drawing)
  expect(bodies().map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0, 0])
})

/** A chat with two pictures of the service, as it is sent back. */
function drawnBefore(): Turn[] {
  const turn = (id: string, byte: number): Turn[] => [
    { role: 'user', parts: [{ type: 'text', text: 'A fox' }] },
    {
      role: 'assistant',
      parts: [{ type: 'toolCall', id, name: 'image_generation', arguments: '{}' }],
    },
    {
      role: 'user',
      parts: [
        {
          type: 'toolResult',
          id,
          text: 'Made',
          failed: false,
          files: [fileOf(`${id}.png`, 'image/png', new Uint8Array([byte]))],
        },
      ],
    },
  ]
  const wish: Turn = { role: 'user', parts: [{ type: 'text', text: 'Make it blue' }] }
  return [...turn('ig_1', 1), ...turn('ig_2', 2), wish]
}

test('the newest picture goes back as its item, so that it is edited; older ones are shown', async () => {
  fake.behave({ kind: 'answer', text: 'Blue' })
  const service = openService(fake.baseUrl)
  await collect(service, { ...drawing, turns: drawnBefore() })
  const item = { type: 'image_generation_call', id: 'ig_2', status: 'completed', result: base64(2) }
  const shown = (byte: number) => ({
    type: 'input_image',
    image_url: `data:image/png;base64,${base64(byte)}`,
    detail: 'auto',
  })
  expect(bodies()[0]?.input).toMatchObject([
    { role: 'user' },
    { role: 'user', content: [shown(1)] },
    { role: 'user' },
    item,
    { role: 'user' },
  ])
  // Without the tool, all of them are sent as pictures of the user.
  await collect(openService(fake.baseUrl, { api: 'responses' }), {
    ...ask('A fox'),
    turns: drawnBefore(),
  })
  expect(bodies()[1]?.input).toMatchObject([
    { role: 'user' },
    { role: 'user', content: [shown(1)] },
    { role: 'user' },
    { role: 'user', content: [shown(2)] },
    { role: 'user' },
  ])
})

test('a service that looks for the item in its store gets the picture instead', async () => {
  fake.behave((_request, { body }) =>
    JSON.stringify(body).includes('image_generation_call')
      ? {
          kind: 'status',
          status: 404,
          body: { error: { message: "Item with id 'ig_2' not found. Items are not persisted." } },
        }
      : { kind: 'answer', text: 'Blue' },
  )
  const { error } = await collect(openService(fake.baseUrl), { ...drawing, turns: drawnBefore() })
  expect(error).toBeUndefined()
  expect(JSON.stringify(bodies()[1]?.input)).toContain(base64(2))
})
