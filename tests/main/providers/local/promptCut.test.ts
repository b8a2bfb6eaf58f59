import { expect, onTestFinished, test } from 'vitest'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { LocalServerId } from '../../../../src/main/providers/local/localServers.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
import { ask, collect } from '../collect.ts'
import { openLocal } from './openLocal.ts'

const lmStudioModels = (window: number) => ({
  models: [
    {
      key: 'm',
      type: 'llm',
      max_context_length: 131_072,
      loaded_instances: [{ id: 'm', config: { context_length: window } }],
    },
  ],
})

/** Answers a request as a server that counted so many tokens of it. Returns the warnings. */
async function warningsOf(
  server: LocalServerId,
  counted: number,
  lists: Readonly<Record<string, unknown>>,
  request: ReplyRequest,
) {
  const fake = await startFakeServer(({ path, method }, response) => {
    const list = lists[path]
    if (method === 'GET') return sendJson(response, list === undefined ? 404 : 200, list ?? {})
    const usage = { prompt_tokens: counted, completion_tokens: 1, total_tokens: counted + 1 }
    const message = { role: 'assistant', content: 'Yes' }
    sendJson(response, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }], usage })
  })
  onTestFinished(() => fake.close())
  const { events, error } = await collect(openLocal(server, fake.origin), request)
  expect(error).toBeUndefined()
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  return events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
}

const long = ask('word '.repeat(10_000), 'm')

test.each([
  ['cut to its window', 'lmstudio', 4096, { '/api/v1/models': lmStudioModels(4096) }, true],
  ['cut in its middle', 'lmstudio', 3500, { '/api/v1/models': lmStudioModels(4096) }, true],
  ['counted in part', 'lmstudio', 300, { '/api/v1/models': lmStudioModels(32_768) }, false],
  ['read whole', 'lmstudio', 10_001, { '/api/v1/models': lmStudioModels(4096) }, false],
  ['cut by a server that tells no window', 'jan', 4000, {}, true],
] as const)('a request that was %s', async (_name, server, counted, lists, warns) => {
  const expected = [{ code: 'promptCut', subject: `${String(counted)}/12504` }]
  expect(await warningsOf(server, counted, lists, long)).toEqual(warns ? expected : [])
})

test.each([
  ['spaces', ' '.repeat(60_000)],
  ['a table of dashes', `| ${'-'.repeat(200)} |\n`.repeat(200)],
  ['long words', 'internationalization '.repeat(100)],
])('%s, which few tokens hold, are no cut', async (_name, text) => {
  const lists = { '/api/v1/models': lmStudioModels(4096) }
  expect(await warningsOf('lmstudio', 500, lists, ask(text, 'm'))).toEqual([])
})

test('pictures and earlier reasoning, of which nobody knows the tokens, are no cut', async () => {
  const bytes = Uint8Array.of(137, 80, 78, 71)
  const file = { id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', sizeBytes: 4 }
  const picture = { type: 'file' as const, file, read: () => Promise.resolve(bytes) }
  const request: ReplyRequest = {
    modelId: 'm',
    turns: [
      { role: 'user', parts: [{ type: 'text', text: 'Think' }] },
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'word '.repeat(10_000) }] },
      { role: 'user', parts: [picture, picture, picture, picture, { type: 'text', text: 'And?' }] },
    ],
  }
  const lists = { '/api/v1/models': lmStudioModels(4096) }
  expect(await warningsOf('lmstudio', 300, lists, request)).toEqual([])
})
