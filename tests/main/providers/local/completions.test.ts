import { afterEach, expect, test } from 'vitest'
import {
  startFakeCompletions,
  type Continuation,
  type FakeCompletions,
} from '../../../fakes/fakeCompletions.ts'
import { collectText } from '../completions/collectText.ts'
import { openLocal } from './openLocal.ts'

const servers: FakeCompletions[] = []

afterEach(async () => {
  expect(servers.flatMap(({ violations }) => violations)).toEqual([])
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function open(id: 'llamacpp' | 'ollama', first: Continuation) {
  const server = await startFakeCompletions()
  servers.push(server)
  server.behave(first)
  return { server, provider: openLocal(id, server.origin) }
}

test('llama.cpp continues a text by its own API', async () => {
  const { server, provider } = await open('llamacpp', {
    events: [
      {
        ...{ content: ' upon', stop: false, tokens: [2501] },
        completion_probabilities: [
          {
            ...{ id: 2501, token: ' upon', bytes: [...Buffer.from(' upon')], logprob: -0.1 },
            top_logprobs: [
              { id: 77, token: ' more', bytes: [...Buffer.from(' more')], logprob: -3 },
            ],
          },
        ],
      },
      {
        ...{ content: ' a', stop: false },
        completion_probabilities: [{ token: ' a', prob: 1, top_probs: [] }],
      },
      { content: '', stop: true, stop_type: 'limit', tokens_evaluated: 2, tokens_predicted: 2 },
    ],
    ending: 'silent',
  })
  const { pieces, events } = await collectText(provider)
  expect(pieces).toEqual([
    {
      ...{ text: ' upon', logprob: -0.1, tokenIds: [2501] },
      alternatives: [{ text: ' more', logprob: -3, tokenId: 77 }],
    },
    { text: ' a', logprob: 0, alternatives: [] },
  ])
  expect(events.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 2, outputTokens: 2 } },
    { type: 'finish', reason: 'length' },
  ])
  expect(server.requests.map(({ path }) => path)).toEqual(['/completion'])
})

test('llama.cpp gets the tokens of a continuation by their ids, after the text before them', async () => {
  const { server, provider } = await open('llamacpp', {
    events: [{ content: ' b', stop: true, stop_type: 'eos' }],
  })
  const tokens = { start: 4, ids: [77, 2] }
  expect((await collectText(provider, { text: 'Once more', tokens })).text).toBe(' b')
  await collectText(provider, { text: ' more', tokens: { start: 0, ids: [77] } })
  expect(server.requests.map(({ body }) => body)).toMatchObject([
    { prompt: ['Once', 77, 2] },
    { prompt: ['', 77] },
  ])
})

test('llama.cpp fills in a gap by its own API, and says if the model can not', async () => {
  const { server, provider } = await open('llamacpp', {
    events: [{ content: 'x', stop: true, stop_type: 'eos' }],
  })
  expect((await collectText(provider, { text: 'a', suffix: 'b' })).text).toBe('x')
  expect(server.requests[0]).toMatchObject({
    ...{ path: '/infill', body: { input_prefix: 'a', input_suffix: 'b' } },
  })
  server.behave({
    status: 501,
    body: { error: { code: 501, message: 'Infill is not supported by this model' } },
  })
  expect((await collectText(provider, { suffix: 'b' })).error?.code).toBe('fillInMissing')
})

test('Ollama continues a text without the template, and tells probabilities where it can', async () => {
  const { server, provider } = await open('ollama', {
    events: [
      {
        ...{ response: ' upon', done: false },
        logprobs: [
          { token: ' upon', logprob: -0.5, top_logprobs: [{ token: ' more', logprob: -2 }] },
        ],
      },
      { response: ' a', done: false },
      { response: '', done: true, done_reason: 'stop', prompt_eval_count: 1, eval_count: 2 },
    ],
  })
  const { pieces, events } = await collectText(provider, { text: 'Once' })
  expect(pieces).toEqual([
    { text: ' upon', logprob: -0.5, alternatives: [{ text: ' more', logprob: -2 }] },
    { text: ' a', logprob: null, alternatives: [] },
  ])
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  const asked = server.requests.find(({ path }) => path === '/api/generate')
  expect(asked?.body).toMatchObject({ prompt: 'Once', raw: true })
})

test("Ollama fills in a gap by the model's template", async () => {
  const { server, provider } = await open('ollama', {
    status: 400,
    body: { error: 'registry.ollama.ai/library/parley-base does not support insert' },
  })
  const { error } = await collectText(provider, { text: 'a', suffix: 'b' })
  expect(error?.code).toBe('fillInMissing')
  const asked = server.requests.find(({ path }) => path === '/api/generate')
  expect(asked?.body).not.toHaveProperty('raw')
})

test('a text that breaks in the middle is not asked for again', async () => {
  const { server, provider } = await open('ollama', {
    events: [{ response: ' upon', done: false }],
    ending: 'broken',
  })
  const { text, error } = await collectText(provider)
  expect([text, error?.code]).toEqual([' upon', 'streamBroken'])
  expect(server.requests.filter(({ path }) => path === '/api/generate')).toHaveLength(1)
})
