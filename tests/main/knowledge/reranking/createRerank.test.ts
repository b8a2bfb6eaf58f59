import { expect, onTestFinished, test } from 'vitest'
import { createRerank } from '../../../../src/main/knowledge/reranking/createRerank.ts'
import { createOpenAiCompatible } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'

const model = { providerId: 'test', modelId: 'bge-reranker' }
const { signal } = new AbortController()

/** Opens a server that reads so many characters of a passage at once, as llama.cpp by default. */
async function openShort(maxLength: number) {
  const server = await startFakeServer((seen, response) => {
    const { documents } = seen.body as { documents: string[] }
    if (documents.some(({ length }) => length > maxLength)) {
      const message =
        'input (518 tokens) is too large to process. increase the physical batch size (current batch size: 512)'
      return sendJson(response, 500, { error: { code: 500, message, type: 'server_error' } })
    }
    const results = documents.map((_, index) => ({ index, relevance_score: index / 10 }))
    sendJson(response, 200, { results })
  })
  onTestFinished(() => server.close())
  const provider = createOpenAiCompatible({
    ...{ id: 'test', name: 'Test', baseUrl: `${server.origin}/v1`, key: null },
    ...{ redact: (text: string) => text, fetch: createTransport() },
  })
  const rerank = createRerank({
    lookup: async () => provider,
    describe: async () => ({ ...model, name: '', local: true }),
  })
  return { server, rerank }
}

test('passages that a server does not read at once are ranked by their beginnings', async () => {
  const { server, rerank } = await openShort(900)
  const passages = ['Short.', 'Long. '.repeat(500)]
  const { scores } = await rerank(model, 'Which?', passages, signal)
  expect(scores).toEqual([0, 0.1])
  const sent = server.requests.map(({ body }) => (body as { documents: string[] }).documents)
  expect(sent.map((documents) => documents.map(({ length }) => length))).toEqual([
    [6, 3000],
    [6, 1500],
    [6, 750],
  ])
})

test('a server that takes no passage at all is asked a few times only', async () => {
  const { server, rerank } = await openShort(0)
  await expect(rerank(model, 'Which?', ['Long. '.repeat(500)], signal)).rejects.toMatchObject({
    code: 'contextTooLong',
  })
  expect(server.requests).toHaveLength(5)
})
