import { expect, onTestFinished, test } from 'vitest'
import { createOpenAiImages } from '../../../../src/main/media/openAiImages/openAiImages.ts'
import { createDrawing } from '../../../../src/main/media/tool/createDrawing.ts'
import { pictureTool } from '../../../../src/main/media/tool/pictureTool.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { runTool } from '../../../../src/main/tools/runTool.ts'
import { defaultMediaPreferences } from '../../../../src/shared/media/mediaPreferences.ts'
import type { MediaPreferences } from '../../../../src/shared/media/mediaPreferences.ts'
import { flatPng, startFakeImages } from '../../../fakes/fakeImages.ts'
import { openTestMedia, type TestMediaOptions } from '../testMedia.ts'

const model = { providerId: 'openai', modelId: 'gpt-image-2' }
const { signal } = new AbortController()
const conversationId = '0197a5c1-0000-7000-8000-000000000000'
const context = {
  conversationId,
  model: { providerId: 'p', modelId: 'm' },
  messageId: 'message',
  toolCallId: 'call',
  argumentsText: '{}',
  earlier: [],
}

/** Opens the tool over real jobs and a real service on this machine. */
async function open(changed: Partial<MediaPreferences> = {}, delay?: TestMediaOptions['delay']) {
  const server = await startFakeImages()
  onTestFinished(() => server.close())
  const provider = createOpenAiCompatible({
    ...{ id: 'openai', name: 'OpenAI', baseUrl: server.baseUrl, key: 'sk-test' },
    fetch: createTransport(),
    redact: (text) => text,
  })
  const service = createOpenAiImages({
    ...{ id: 'openai', name: 'OpenAI', presetId: 'openai', local: false },
    listModels: () => Promise.resolve([{ ...model, name: 'GPT Image 2', local: false }]),
    lookup: () => Promise.resolve(provider),
  })
  const media = openTestMedia({ providers: [service], ...(delay && { delay }) })
  const box = pictureTool({
    describe: (reference) =>
      Promise.resolve({ ...reference, name: 'm', local: false, capabilities: { tools: true } }),
    filesOf: () => [],
    drawing: () => createDrawing(media.media, () => ({ ...defaultMediaPreferences, ...changed })),
    waitMilliseconds: 60_000,
  })
  const first = await media.create({ prompt: 'The first', quality: 'low' }, model)
  await media.until(first.id, 'done')
  return { server, media, tool: async () => (await box.list(context, signal))[0] }
}

test('a model has the user’s picture model draw, as the user has set it, with one request', async () => {
  const { server, media, tool } = await open()
  const drawing = await tool()
  if (!drawing) throw new Error('The tool is not offered')
  expect(await drawing.consent({ prompt: 'A fox' }, context)).toMatchObject({
    ask: 'oncePerChat',
    destination: 'OpenAI',
  })
  const { parts } = await runTool(drawing, { prompt: 'A fox, drawn' }, context, signal)
  expect(parts).toMatchObject([
    { type: 'text' },
    { type: 'file', name: 'A fox drawn.png', mediaType: 'image/png' },
  ])
  expect(server.seen.map(({ fields }) => fields)).toMatchObject([
    { prompt: 'The first', quality: 'low' },
    { prompt: 'A fox, drawn', quality: 'low' },
  ])
  expect(
    media.database.all('SELECT prompt FROM media_job WHERE conversation_id = ?', conversationId),
  ).toEqual([{ prompt: 'A fox, drawn' }])
})

test('a connection that breaks is told to the model, and nothing is sent again', async () => {
  const { server, tool } = await open()
  server.behave(() => ({ kind: 'reset' }))
  const drawing = await tool()
  if (!drawing) throw new Error('The tool is not offered')
  const result = await runTool(drawing, { prompt: 'A fox' }, context, signal)
  expect(result).toMatchObject({ failed: true, media: { isAnswer: false } })
  expect(server.seen).toHaveLength(2)
})

test('an empty balance is told to the model at once, and the picture waits at its card', async () => {
  const { server, media, tool } = await open({}, (milliseconds, ending) =>
    milliseconds < 60_000
      ? new Promise(setImmediate)
      : new Promise((resolve) => ending.addEventListener('abort', () => resolve())),
  )
  const message = 'Billing hard limit has been reached'
  const error = { code: 'billing_hard_limit_reached', type: 'billing_limit_user_error', message }
  const made = await flatPng(1, 1, [0, 0, 0, 255])
  let isEmpty = true
  server.behave(() =>
    isEmpty
      ? { kind: 'json', status: 400, body: { error } }
      : { kind: 'pictures', pictures: [made] },
  )
  const drawing = await tool()
  if (!drawing) throw new Error('The tool is not offered')
  const result = await runTool(drawing, { prompt: 'A fox' }, context, signal)
  expect(result).toMatchObject({ media: { isAnswer: true } })
  expect(JSON.stringify(result.parts)).toContain('waits until the user has mended this')
  const id = result.media?.jobId ?? ''
  expect(media.media.context.states.read(id)).toMatchObject({
    ...{ state: 'waiting', error: { code: 'quotaExhausted' }, posts: 0 },
  })
  isEmpty = false
  media.jobs.lookAgain(id)
  await media.until(id, 'done')
})

test('the settings name the model, and turn the tool off', async () => {
  const named = { providerId: 'openai', modelId: 'gpt-image-1-mini' }
  const chosen = await (await open({ chatModel: named })).tool()
  expect(await chosen?.consent({ prompt: 'A fox' }, context)).toMatchObject({
    scope: 'generate_image openai gpt-image-1-mini',
  })
  const gone = { providerId: 'gone', modelId: 'gone' }
  expect(await (await open({ chatModel: gone })).tool()).toBeUndefined()
  expect(await (await open({ chatTool: false })).tool()).toBeUndefined()
})

test('a model’s own service draws as the user had it draw last, unless another one shall', async () => {
  const { media } = await open()
  const hosted = (changed: Partial<MediaPreferences>, providerId = 'openai') =>
    createDrawing(media.media, () => ({ ...defaultMediaPreferences, ...changed })).hosted(
      { providerId, modelId: 'gpt-5.4' },
      'named',
    )
  const drawing = await hosted({})
  expect(drawing).toMatchObject({
    providerName: 'OpenAI',
    pictures: { model: 'gpt-image-2', quality: 'low' },
    isDear: false,
    limit: defaultMediaPreferences.askAbove,
  })
  // The published rates: 5 dollars for a million tokens of text, 30 for those of the picture.
  const used = { textTokens: 100_000, imageTokens: 0, outputTokens: 100_000 }
  expect(drawing?.dollarsOf(used)).toBe(3.5)
  expect(await hosted({ chatTool: false })).toBeUndefined()
  expect(await hosted({ chatModel: { providerId: 'fal', modelId: 'flux' } })).toBeUndefined()
  // This one must be named, and the user has made no picture with it.
  expect(await hosted({}, 'azure')).toBeUndefined()
})
