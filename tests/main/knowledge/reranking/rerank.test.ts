import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import type { Model, ModelReference } from '../../../../src/shared/models.ts'
import { sendJson, startFakeServer, type Route } from '../../../fakes/fakeServer.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openTestKnowledge } from '../openTestKnowledge.ts'

const made = { providerId: 'test', modelId: 'rerank-v3' }
const judge = { providerId: 'test', modelId: 'chatty' }

interface Asked {
  model: string
  query: string
  documents: string[]
}

/** Opens a base with three sources, which a service at `route` reranks. */
async function openReranked(route: Route, reranker: ModelReference) {
  const server = await startFakeServer(route)
  onTestFinished(() => server.close())
  const baseUrl = `${server.origin}/v1`
  const provider = createOpenAiCompatible({
    ...{ id: 'test', name: 'Test', baseUrl, key: null, redact: (text) => text, maxRetries: 0 },
    fetch: createTransport(),
  })
  const describe = (model: ModelReference): Promise<Model> =>
    Promise.resolve({ ...model, name: '', local: false, price: { input: 2, output: 4 } })
  const providers = { lookup: async () => provider, addressOf: () => baseUrl, describe }
  const opened = openTestKnowledge({ providers })
  const { create, handlers, caller, untilDone, find } = opened
  const baseId = await create()
  const folder = temporaryFolder()
  const paths = ['ferry once', 'ferry ferry', 'ferry thrice'].map((text, index) => {
    const path = join(folder, `${String(index)}.txt`)
    writeFileSync(path, text)
    return path
  })
  await handlers.addPaths({ baseId, paths }, caller)
  await untilDone(baseId)
  await handlers.setReranker({ baseId, reranker }, caller)
  const search = (typing = false) =>
    handlers.search({ baseIds: [baseId], query: 'ferry', filter: {}, limit: 2, typing }, caller)
  return { server, search, find: () => find(baseId) }
}

/** Scores the text with "thrice" best, in the field that the dialect has. */
function scoring(field: 'results' | 'data', usage?: object): Route {
  return (seen, response) => {
    const { documents } = seen.body as Asked
    const scored = documents.map((text, index) => ({
      index,
      relevance_score: text.includes('thrice') ? 0.9 : 0.1,
    }))
    sendJson(response, 200, { [field]: scored.toReversed(), ...(usage && { usage }) })
  }
}

test.each(['results', 'data'] as const)(
  'a service reranks, with its answer in %s, and what it costs is counted',
  async (field) => {
    const opened = await openReranked(scoring(field, { total_tokens: 500_000 }), made)
    const { hits, reranked } = await opened.search()
    expect(reranked).toBe(true)
    expect(hits.map(({ text, rerankScore }) => [text, rerankScore])).toMatchObject([
      ['ferry thrice', 0.9],
      [expect.any(String), 0.1],
    ])
    const { path, body } = opened.server.requests[0] ?? {}
    expect(path).toBe('/v1/rerank')
    // Only what every service knows: some refuse other fields.
    expect(body).toEqual({
      model: 'rerank-v3',
      query: 'ferry',
      documents: expect.any(Array) as unknown,
    })
    expect((body as Asked).documents).toHaveLength(3)
    expect((await opened.find()).spent).toEqual({ tokens: 500_000, dollars: 1 })
  },
)

test('a model that chats judges the passages, whatever it writes around its scores', async () => {
  const opened = await openReranked((seen, response) => {
    const { messages, stream } = seen.body as { messages: { content: string }[]; stream: boolean }
    const asked = messages.at(-1)?.content ?? ''
    const number = Number(/<passage number="(?<n>\d)">\n[^<]*thrice/.exec(asked)?.groups?.['n'])
    const content = `Here you are: {"scores":[{"passage":${String(number)},"score":9},{"passage":7,"score":1}]} Bye.`
    expect(stream).toBe(true)
    const choices = [{ index: 0, delta: { content }, finish_reason: 'stop' }]
    const usage = { prompt_tokens: 100_000, completion_tokens: 50_000, total_tokens: 150_000 }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify({ choices, usage })}\n\ndata: [DONE]\n\n`)
  }, judge)
  const { hits, reranked } = await opened.search()
  expect(reranked).toBe(true)
  expect(hits.map(({ text, rerankScore }) => [text, rerankScore])).toMatchObject([
    ['ferry thrice', 0.9],
    [expect.any(String), null],
  ])
  expect((await opened.find()).spent).toEqual({ tokens: 150_000, dollars: 0.4 })
})

test.each<[string, Route]>([
  ['refuses', (_seen, response) => sendJson(response, 429, { error: { message: 'Slow down' } })],
  ['answers in an unknown shape', (_seen, response) => sendJson(response, 200, { scores: [1] })],
  ['scores nothing', (_seen, response) => sendJson(response, 200, { results: [] })],
  [
    'names passages that nobody sent',
    (_seen, response) => sendJson(response, 200, { results: [{ index: 99, relevance_score: 1 }] }),
  ],
  ['hangs up', (_seen, response) => void response.socket?.resetAndDestroy()],
])('a reranker that %s leaves the order of the ranks, and that is said', async (_name, route) => {
  const opened = await openReranked(route, made)
  const { hits, reranked } = await opened.search()
  expect(reranked).toBe(false)
  expect(hits).toHaveLength(2)
  expect(hits.map(({ rerankScore }) => rerankScore)).toEqual([null, null])
  expect(hits[0]?.score).toBeGreaterThanOrEqual(hits[1]?.score ?? Infinity)
})

test('a model is not asked to judge what is still being typed', async () => {
  const { server, search } = await openReranked(scoring('results'), made)
  expect(await search(true)).toMatchObject({ heldBack: true, reranked: null })
  expect(server.requests).toEqual([])
  expect(await search()).toMatchObject({ heldBack: false, reranked: true })
  expect(server.requests).toHaveLength(1)
})
