import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeBedrock, type FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock
const { signal } = new AbortController()
const cohere = 'cohere.embed-multilingual-v3'
const titan = 'amazon.titan-embed-text-v2:0'

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

const bodies = () => fake.asked().map(({ body }) => body)
const json = (body: unknown) => ({ kind: 'json', status: 200, body }) as const

test('Titan gets one text a request, and its vectors keep their order', async () => {
  fake.behave(({ body }) => {
    const { inputText } = body as { inputText: string }
    return json({ embedding: [inputText.length, 1], inputTextTokenCount: 3 })
  })
  const texts = Array.from({ length: 20 }, (_, index) => 'a'.repeat(index + 1))
  const answer = await openBedrock(fake.origin).embed?.(titan, texts, signal)
  expect(answer?.vectors).toEqual(texts.map(({ length }) => [length, 1]))
  expect(answer?.usage).toEqual({ inputTokens: 60, outputTokens: 0 })
  expect(fake.asked()).toHaveLength(20)
  expect(fake.asked()[0]?.path).toMatch(/\/model\/amazon\.titan-embed-text-v2(?::|%3A)0\/invoke$/)
})

test('Cohere is told what a text is for, and gets 96 of them at most', async () => {
  fake.behave(({ body }) => {
    const { texts } = body as { texts: string[] }
    return json({ embeddings: { float: texts.map(({ length }) => [length]) } })
  })
  const provider = openBedrock(fake.origin)
  const texts = Array.from({ length: 100 }, () => 'x'.repeat(2048))
  const answer = await provider.embed?.(cohere, texts, signal)
  expect(answer?.vectors).toEqual(texts.map(() => [2048]))
  await provider.embed?.(`eu.${cohere}`, ['why?'], signal, 'question')
  expect(bodies()).toMatchObject([
    { input_type: 'search_document', truncate: 'NONE' },
    { input_type: 'search_document' },
    { input_type: 'search_query', texts: ['why?'] },
  ])
})

test('Cohere gets no text that it would cut', async () => {
  const long = 'x'.repeat(3000)
  const provider = openBedrock(fake.origin)
  await expect(provider.embed?.(cohere, ['a', long], signal)).rejects.toMatchObject({
    code: 'contextTooLong',
    details: { model: cohere },
  })
  expect(bodies()).toEqual([])
})

test('the earlier form of an answer is read too, and nonsense refused', async () => {
  fake.behave(json({ embeddings: [[1, 2]] }))
  const provider = openBedrock(fake.origin)
  expect((await provider.embed?.(cohere, ['a'], signal))?.vectors).toEqual([[1, 2]])
  fake.behave(json({ vectors: [] }))
  await expect(provider.embed?.(cohere, ['a'], signal)).rejects.toMatchObject({
    code: 'malformedAnswer',
  })
  await expect(provider.embed?.('amazon.nova-pro-v1:0', ['a'], signal)).rejects.toMatchObject({
    code: 'notSupported',
  })
})

test('a refusal is told, and throttling is tried again', async () => {
  const throttled = { status: 429, type: 'ThrottlingException', message: 'Too many requests' }
  fake.behave((_, count) =>
    count === 1 ? { kind: 'exception', ...throttled } : json({ embeddings: [[1]] }),
  )
  const patient = openBedrock(fake.origin, { maxRetries: 2 })
  expect((await patient.embed?.(cohere, ['a'], signal))?.vectors).toEqual([[1]])
  fake.behave({
    ...{ kind: 'exception', status: 403, type: 'AccessDeniedException' },
    message: 'You don’t have access to the model with the specified model ID.',
  })
  await expect(patient.embed?.(cohere, ['a'], signal)).rejects.toMatchObject({
    code: 'permissionDenied',
    details: { model: cohere },
  })
})
