import { expect, test } from 'vitest'
import { batches } from '../../../../src/main/knowledge/embedding/batches.ts'
import { fakeDimensions, startFakeEmbedder } from '../../../fakes/fakeEmbedder.ts'
import { small, testEmbedder } from './testEmbedder.ts'

const passage = { purpose: 'passage', signal: new AbortController().signal } as const

test('texts become vectors in their order, and their cost is counted', async () => {
  const { origin } = await startFakeEmbedder()
  const { embedder } = testEmbedder(origin)
  const { vectors, tokens, dollars } = await embedder.embed(small, ['a ferry', 'a bell'], passage)
  expect(vectors).toHaveLength(2)
  expect(vectors[0]).toHaveLength(fakeDimensions)
  expect(vectors[0]).not.toEqual(vectors[1])
  expect({ tokens, dollars }).toEqual({ tokens: 4, dollars: 8 / 1_000_000 })
})

test.for(['mixedDimensions', 'notNumbers', 'zeros', 'fewer', 'more', 'shape'] as const)(
  'vectors that are not right are refused: %s',
  async (behaviour) => {
    const { origin, behave } = await startFakeEmbedder()
    const { embedder } = testEmbedder(origin)
    behave(behaviour)
    await expect(embedder.embed(small, ['a', 'b', 'c'], passage)).rejects.toMatchObject({
      code: 'embeddingMismatch',
      details: { model: 'words-small' },
    })
  },
)

test('a batch that is too long is halved, and a text that is too long alone is cut', async () => {
  const { origin, behave, texts } = await startFakeEmbedder()
  const { embedder } = testEmbedder(origin)
  behave({ lengthMaximum: 1000 })
  const long = 'word '.repeat(500)
  const { vectors } = await embedder.embed(small, ['first', long, 'last'], passage)
  expect(vectors).toHaveLength(3)
  expect(texts().map(({ length }) => length)).toEqual([5, 625, 4])
})

test('a refusal that has nothing to do with length comes through', async () => {
  const { origin, behave, requests } = await startFakeEmbedder()
  const { embedder } = testEmbedder(origin)
  behave({ status: 429, retryAfterSeconds: 3600 })
  await expect(embedder.embed(small, ['a', 'b'], passage)).rejects.toMatchObject({
    code: 'rateLimited',
    details: { retryAfterSeconds: 3600 },
  })
  expect(requests).toHaveLength(1)
})

test('batches keep to a number of texts and of tokens, and lose none', () => {
  const items = Array.from({ length: 300 }, (_, index) => ({
    text: index % 7 === 0 ? 'long '.repeat(9000) : `short ${String(index)}`,
  }))
  const made = batches(items)
  expect(made.flat()).toEqual(items)
  expect(Math.max(...made.map(({ length }) => length))).toBeLessThanOrEqual(64)
  for (const batch of made) {
    const length = batch.reduce((sum, { text }) => sum + text.length, 0)
    if (batch.length > 1) expect(length / 4).toBeLessThanOrEqual(24_100)
  }
  expect(batches([])).toEqual([])
})
