import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

function embed(texts: readonly string[], signal = new AbortController().signal) {
  return openService(fake.baseUrl).embed?.('text-embedding-fake', texts, signal)
}

test('gives the vectors in the order of the texts, in batches', async () => {
  const texts = Array.from({ length: 600 }, (_, index) => 'a'.repeat(index + 1))
  const answer = await embed(texts)
  expect(answer?.vectors).toEqual(texts.map(({ length }) => [length, 97]))
  expect(answer?.usage.inputTokens).toBeGreaterThan(600)
  const sizes = fake.requests.map(({ body }) => (body as { input: string[] }).input.length)
  expect(sizes).toEqual([256, 256, 88])
})

test('asks nothing for no texts', async () => {
  expect(await embed([])).toEqual({ vectors: [], usage: { inputTokens: 0, outputTokens: 0 } })
  expect(fake.requests).toEqual([])
})

test.each([
  [{ data: [] }, 'malformedAnswer'],
  [{ data: [{ embedding: 'AAAA', index: 0 }] }, 'malformedAnswer'],
  ['<!doctype html>', 'notAnApi'],
])('refuses vectors that are none: %j', async (body, code) => {
  fake.behaveAt('/v1/embeddings', { kind: 'status', status: 200, body })
  await expect(embed(['a'])).rejects.toMatchObject({ code, details: { provider: 'Fake' } })
})

test('tells what the service says, and that it was stopped', async () => {
  const body = { error: { message: 'The model `x` does not exist', code: 'model_not_found' } }
  fake.behaveAt('/v1/embeddings', { kind: 'status', status: 404, body })
  await expect(embed(['a'])).rejects.toMatchObject({ code: 'modelNotFound' })
  await expect(embed(['a'], AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' })
})

test('a text that is too long is asked for once, though the server calls it an error of its own', async () => {
  const message = 'input (992 tokens) is too large to process. increase the physical batch size'
  const body = { error: { code: 500, message, type: 'server_error' } }
  fake.behaveAt('/v1/embeddings', { kind: 'status', status: 500, body })
  await expect(embed(['a'])).rejects.toMatchObject({ code: 'contextTooLong' })
  expect(fake.requests).toHaveLength(1)
})
