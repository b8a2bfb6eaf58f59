import { expect, test } from 'vitest'
import { batches } from '../../../../src/main/knowledge/embedding/batches.ts'
import { splitText } from '../../../../src/main/knowledge/embedding/splitText.ts'
import { fakeDimensions, startFakeEmbedder, wordVector } from '../../../fakes/fakeEmbedder.ts'
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

test('a batch that is too long is halved, and a text that is too long alone is split', async () => {
  const { origin, behave, texts } = await startFakeEmbedder()
  const { embedder } = testEmbedder(origin)
  behave({ maxLength: 1000 })
  const long = `${'Ferries leave the harbour. '.repeat(40)}${'Bells ring at noon. '.repeat(50)}`
  const { vectors, parts } = await embedder.embed(small, ['first', long, 'last'], passage)
  expect(vectors).toHaveLength(3)
  expect(parts).toEqual([1, 4, 1])
  // Nothing is lost, and sentences stay whole.
  expect(texts().slice(1, -1).join('')).toBe(long)
  expect(
    texts()
      .slice(1, -1)
      .every((text) => text.endsWith('. ')),
  ).toBe(true)
  // The vector stands for the whole text, not for its beginning alone.
  const [ferries = [], bells = []] = ['ferries', 'bells'].map((word) => wordVector(word))
  const [, whole = []] = vectors
  for (const word of [ferries, bells]) {
    const place = word.indexOf(Math.max(...word))
    expect(whole[place]).toBeGreaterThan(0.1)
  }
})

test('what is too long for a model is learned, so that few requests are refused', async () => {
  const { origin, behave, requests } = await startFakeEmbedder()
  const { embedder } = testEmbedder(origin)
  const message = 'input (992 tokens) is too large to process. increase the physical batch size'
  behave({ maxLength: 1000, refusal: { status: 500, message } })
  const batch = Array.from({ length: 64 }, (_, index) => `${String(index)} ${'word '.repeat(300)}`)
  await embedder.embed(small, batch, passage)
  const learned = requests.length
  expect(learned).toBeLessThan(20)
  const { parts } = await embedder.embed(small, batch, passage)
  expect(requests).toHaveLength(learned + 1)
  expect(new Set(parts)).toEqual(new Set([2]))
})

test('a text that is refused whatever its length comes through', async () => {
  const { origin, behave } = await startFakeEmbedder()
  const { embedder } = testEmbedder(origin)
  behave({ status: 400, message: 'No such option' })
  await expect(embedder.embed(small, ['a', 'word '.repeat(500)], passage)).rejects.toMatchObject({
    code: 'badRequest',
    details: { answer: 'No such option' },
  })
})

test('a text without blanks is split between characters', () => {
  for (const text of ['𠮷'.repeat(301), 'x'.repeat(1001), `a${'𠮷'.repeat(300)}`]) {
    const parts = splitText(text, 50)
    expect(parts.join('')).toBe(text)
    expect(parts.every((part) => part.isWellFormed())).toBe(true)
  }
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
