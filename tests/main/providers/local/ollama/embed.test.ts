import { expect, onTestFinished, test } from 'vitest'
import { sendJson, startFakeServer, type Route } from '../../../../fakes/fakeServer.ts'
import { openLocal } from '../openLocal.ts'

const { signal } = new AbortController()

async function open(route: Route) {
  const server = await startFakeServer(route)
  onTestFinished(() => server.close())
  return { server, provider: openLocal('ollama', server.origin) }
}

interface Body {
  input: string[]
}

test('texts are embedded by the server’s own endpoint, some at a time', async () => {
  const { server, provider } = await open(({ path, body }, response) => {
    if (path !== '/api/embed') return sendJson(response, 404, { error: 'not here' })
    const { input } = body as Body
    const embeddings = input.map(({ length }) => [length, 1])
    sendJson(response, 200, { model: 'nomic', embeddings, prompt_eval_count: input.length })
  })
  const texts = Array.from({ length: 70 }, (_, index) => 'a'.repeat(index + 1))
  const answer = await provider.embed?.('nomic', texts, signal)
  expect(answer?.vectors).toEqual(texts.map(({ length }) => [length, 1]))
  expect(answer?.usage.inputTokens).toBe(70)
  const bodies = server.requests.map(({ body }) => body as Body)
  expect(bodies.map(({ input }) => input.length)).toEqual([32, 32, 6])
  expect(bodies[0]).toMatchObject({ model: 'nomic', truncate: false })
})

test('a server without that endpoint is asked in OpenAI’s way', async () => {
  const { server, provider } = await open(({ path }, response) => {
    if (path !== '/v1/embeddings') return void response.writeHead(404).end('404 page not found')
    sendJson(response, 200, { data: [{ index: 0, embedding: [1, 2] }] })
  })
  expect((await provider.embed?.('nomic', ['a'], signal))?.vectors).toEqual([[1, 2]])
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/embed', '/v1/embeddings'])
})

test('a text that is too long is refused, and asked for once', async () => {
  const { server, provider } = await open((_, response) => {
    sendJson(response, 400, { error: 'the input length exceeds the context length' })
  })
  await expect(provider.embed?.('nomic', ['a'], signal)).rejects.toMatchObject({
    code: 'contextTooLong',
  })
  expect(server.requests).toHaveLength(1)
})

test('a missing model and fewer vectors than texts are told apart', async () => {
  let status = 404
  const { provider } = await open((_, response) => {
    sendJson(response, status, status === 404 ? { error: 'model not found' } : { embeddings: [] })
  })
  await expect(provider.embed?.('none', ['a'], signal)).rejects.toMatchObject({
    code: 'modelNotFound',
  })
  status = 200
  await expect(provider.embed?.('none', ['a'], signal)).rejects.toMatchObject({
    code: 'malformedAnswer',
  })
})
