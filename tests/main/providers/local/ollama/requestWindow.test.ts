import { afterEach, expect, test } from 'vitest'
import type { LocalProviderOptions } from '../../../../../src/main/providers/local/localProvider.ts'
import { fakeOllamaModels, startFakeOllama } from '../../../../fakes/fakeOllama.ts'
import type { FakeOllama, FakeOllamaModel } from '../../../../fakes/fakeOllama.ts'
import { sendJson, startFakeServer } from '../../../../fakes/fakeServer.ts'
import { ask, collect } from '../../collect.ts'
import type { Collected } from '../../collect.ts'
import { never, openLocal } from '../openLocal.ts'

const [example] = fakeOllamaModels
const model: FakeOllamaModel = {
  ...(example as FakeOllamaModel),
  name: 'qwen3:4b',
  contextLength: 40_960,
}
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function start(changed: Partial<FakeOllamaModel> = {}): Promise<FakeOllama> {
  const fake = await startFakeOllama(0, { models: [{ ...model, ...changed }] })
  closers.push(fake.close)
  return fake
}

const open = ({ origin }: FakeOllama, options: Partial<LocalProviderOptions> = {}) =>
  openLocal('ollama', origin, options)
const words = (count: number) => ask('word '.repeat(count), 'qwen3:4b')
const windows = ({ requests }: FakeOllama) =>
  requests
    .filter(({ path }) => path === '/api/chat')
    .map(({ body }) => (body as { options?: { num_ctx?: number } }).options?.num_ctx)
const warnings = ({ events }: Collected) =>
  events.flatMap((event) => (event.type === 'warning' ? event.warning : []))

test('a long message gets the window that it needs, and is read whole', async () => {
  const fake = await start()
  const reply = await collect(open(fake), words(12_528))
  expect(windows(fake)).toEqual([32_768])
  const usage = reply.events.find((event) => event.type === 'usage')?.usage
  expect(usage?.inputTokens).toBeGreaterThanOrEqual(12_528)
  expect(warnings(reply)).toEqual([])
})

test('a chat that grows loads the model anew at doublings alone, and its title never', async () => {
  const fake = await start()
  const provider = open(fake)
  for (const count of [10, 2000, 3000, 4000, 5000, 7000, 9000, 11_000]) {
    await collect(provider, words(count))
    await collect(provider, { ...words(500), outputTokensMaximum: 60 })
  }
  expect(fake.loads.map(([, window]) => window)).toEqual([4096, 8192, 16_384, 32_768])
  expect(fake.violations).toEqual([])
})

test('a model without a tag is the latest of its name', async () => {
  const fake = await start({ name: 'qwen3:latest' })
  fake.loaded.set('qwen3:latest', 16_384)
  const provider = open(fake)
  await collect(provider, { ...words(10), modelId: 'qwen3:latest' })
  expect(windows(fake)).toEqual([16_384])
})

test('a window that another program loaded is kept', async () => {
  const fake = await start()
  fake.loaded.set('qwen3:4b', 32_768)
  await collect(open(fake), words(10))
  expect(windows(fake)).toEqual([32_768])
})

test('the window of the model’s file, or of the user, is no matter of the message', async () => {
  const fake = await start({ parameters: 'num_ctx 6000' })
  const cut = await collect(open(fake), words(20_000))
  expect(warnings(cut)).toEqual([{ code: 'promptCut', subject: '3002/25004' }])
  const localOptions = { contextTokens: 30_000, keepAliveMinutes: null }
  await collect(open(fake, { localOptions }), words(10))
  expect(windows(fake)).toEqual([6000, 30_000])
})

test('what is promised is what is used, bound by the memory', async () => {
  // 36 layers of 8 heads of 128 numbers: 144 KiB a token.
  const heads = { 'attention.head_count_kv': 8, 'attention.key_length': 128 }
  const info = { ...heads, 'attention.value_length': 128, block_count: 36 }
  const fake = await start({ info, size: 2_500_000_000 })
  const provider = open(fake, { memoryBytes: 6 * 2 ** 30 })
  const [listed] = await provider.models(never)
  expect(listed?.contextTokens).toBe(15_360)
  const reply = await collect(provider, { ...words(16_000), ...(listed && { model: listed }) })
  expect(windows(fake)).toEqual([15_360])
  expect(warnings(reply)).toEqual([{ code: 'promptCut', subject: '7682/20004' }])
})

test('a model of the vendor’s cloud gets no window', async () => {
  const fake = await start({ remoteHost: 'https://ollama.com:443' })
  const provider = open(fake)
  const [listed] = await provider.models(never)
  await collect(provider, { ...words(12_528), ...(listed && { model: listed }) })
  expect(windows(fake)).toEqual([undefined])
})

/** Starts a server that counts as told, and tells the window if it has one. */
async function startCounting(counted: number, window?: number) {
  const bodies: unknown[] = []
  const server = await startFakeServer(({ path, body }, response) => {
    if (path === '/api/ps' && window !== undefined) {
      return sendJson(response, 200, { models: [{ name: 'qwen3:4b', context_length: window }] })
    }
    if (path !== '/api/chat') return sendJson(response, 404, { error: 'not here' })
    bodies.push(body)
    const done = { done: true, prompt_eval_count: counted, eval_count: 1 }
    sendJson(response, 200, { message: { role: 'assistant', content: 'Yes' }, ...done })
  })
  closers.push(server.close)
  return { provider: openLocal('ollama', server.origin), bodies }
}

test('a version that tells no window gets the largest that was sent', async () => {
  const { provider, bodies } = await startCounting(12_000)
  for (const count of [10, 12_000, 10]) await collect(provider, words(count))
  expect(bodies).toMatchObject([
    {},
    { options: { num_ctx: 32_768 } },
    { options: { num_ctx: 32_768 } },
  ])
})

test.each([
  ['ignores the window and says so', 2050, 4096, true],
  ['ignores the window and says nothing', 2050, undefined, true],
  ['drops all but the last messages', 40, 4096, true],
  ['counts what it had not cached', 300, 32_768, false],
  ['counts nothing of a repeated request', 1, undefined, false],
  ['has a tokenizer with longer words', 9800, 32_768, false],
] as const)('a server that %s', async (_name, counted, window, warns) => {
  const { provider } = await startCounting(counted, window)
  const reply = await collect(provider, words(10_000))
  const expected = [{ code: 'promptCut', subject: `${String(counted)}/12504` }]
  expect(warnings(reply)).toEqual(warns ? expected : [])
  expect(reply.events.at(-1)?.type).toBe('finish')
})
