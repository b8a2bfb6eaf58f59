import { describe, expect, test } from 'vitest'
import {
  maxAnswerLength,
  maxToolCalls,
  maxCitations,
  maxFiles,
  maxParts,
  maxWarnings,
} from '../../../../src/main/chat/reply/replyLimits.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'
import { scriptedProvider } from '../scriptedProvider.ts'

const many = 100_000
const say: ReplyEvent = { type: 'text', text: 'a' }
const think: ReplyEvent = { type: 'reasoning', text: 'b' }
const finish: ReplyEvent = { type: 'finish', reason: 'stop' }

/** Answers with the events of `of` for each number, and then with last words. */
async function answerOf(count: number, of: (index: number) => ReplyEvent[]) {
  let stored = 0
  const provider = scriptedProvider(async function* () {
    for (let index = 0; index < count; index += 1) yield* of(index)
    yield { type: 'text', text: 'The end.' }
    yield finish
  })
  const chat = openChat(provider, openHistory(), {
    storeFile: (bytes, mediaType) => {
      stored += 1
      const id = stored.toString(16).padStart(64, '0')
      return Promise.resolve({ id, name: 'picture', mediaType, sizeBytes: bytes.length })
    },
  })
  const { answer, frames } = await exchange(chat.replies, send('go'))
  return { answer, frames, stored: () => stored, requests: provider.requests.length }
}

const codesOf = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)

describe('an answer without end', () => {
  test.each<[name: string, of: (index: number) => ReplyEvent[]]>([
    ['changes between text and thoughts', () => [say, think]],
    ['seals its thoughts', () => [think, { type: 'reasoningSeal', signature: 's' }]],
    ['seals nothing', () => [{ type: 'reasoningSeal', encrypted: 'e' }]],
    ['has results', () => [{ type: 'toolResult', id: 'x', text: '', failed: false }]],
  ])('that %s is ended', async (_name, of) => {
    const { answer, frames } = await answerOf(many, of)
    expect(answer.parts.length).toBe(maxParts)
    expect(answer.status).toBe('complete')
    expect(codesOf(answer)).toEqual(['answerTooLong'])
    expect(frames.length).toBeLessThan(3 * maxParts)
  })

  test('that calls tools is ended, and none is run', async () => {
    const { answer, requests } = await answerOf(many, (index) => [
      { type: 'toolCall', id: `c${String(index)}`, name: 'clock', arguments: '{}' },
    ])
    expect(answer.parts).toHaveLength(maxToolCalls)
    expect(codesOf(answer)).toEqual(['tooManyCalls'])
    expect(requests).toBe(1)
  })

  test.each<[name: string, of: (index: number) => ReplyEvent]>([
    ['arguments', () => ({ type: 'toolCall', id: 'c', name: 'n', arguments: 'x'.repeat(1000) })],
    [
      'results',
      (index) => ({
        type: 'toolResult',
        id: String(index),
        text: 'x'.repeat(100_000),
        failed: false,
      }),
    ],
    ['seals', () => ({ type: 'reasoningSeal', encrypted: 'x'.repeat(100_000) })],
  ])('is cut off by the length of its %s', async (_name, of) => {
    const { answer } = await answerOf(many, (index) => [of(index)])
    expect(answer.status).toBe('cutOff')
    expect(JSON.stringify(answer.parts).length).toBeLessThan(1.1 * maxAnswerLength)
  })
})

test('keeps the sources that there is room for, and goes on', async () => {
  const { answer } = await answerOf(many, (index) => [
    {
      type: 'citation',
      citation: { number: index + 1, title: 't'.repeat(9000), passage: '', source: String(index) },
    },
  ])
  expect(answer.citations).toHaveLength(maxCitations)
  expect(answer.citations[0]?.title.length).toBe(1000)
  expect(codesOf(answer)).toEqual(['sourcesLeftOut'])
  expect(answer.parts).toEqual([{ type: 'text', text: 'The end.' }])
})

test('counts a source once, however often it is named', async () => {
  const citation = { number: 1, title: 't', passage: '', source: 's' }
  const { answer } = await answerOf(many, () => [{ type: 'citation', citation }])
  expect(answer).toMatchObject({ citations: [citation], warnings: [], status: 'complete' })
})

test('stores the pictures that there is room for, and goes on', async () => {
  const { answer, stored } = await answerOf(many, () => [
    { type: 'image', mediaType: 'image/png', bytes: new Uint8Array(1) },
  ])
  expect(stored()).toBe(maxFiles)
  expect(answer.parts.filter(({ type }) => type === 'file')).toHaveLength(maxFiles)
  expect(codesOf(answer)).toEqual(['filesLeftOut'])
  expect(answer.parts.at(-1)).toEqual({ type: 'text', text: 'The end.' })
})

test('keeps the warnings that there is room for, each once, and those of the limits', async () => {
  const { answer } = await answerOf(many, (index) => [
    { type: 'warning', warning: { code: 'contentUnknown', subject: `t${String(index >> 1)}` } },
    say,
    think,
  ])
  expect(codesOf(answer).filter((code) => code === 'contentUnknown')).toHaveLength(maxWarnings)
  expect(codesOf(answer).slice(maxWarnings)).toEqual(['warningsLeftOut', 'answerTooLong'])
})

test.each(['id', 'name'])('refuses a call whose %s is a text of its own', async (field) => {
  const call = { type: 'toolCall' as const, id: 'c', name: 'n', arguments: '{}' }
  const { answer } = await answerOf(1, () => [{ ...call, [field]: 'x'.repeat(1_000_000) }])
  expect(answer).toMatchObject({ status: 'failed', error: { code: 'malformedAnswer' }, parts: [] })
})

test('takes a million empty pieces for nothing', async () => {
  const { answer, frames } = await answerOf(10 * many, () => [{ type: 'text', text: '' }])
  expect(answer.parts).toEqual([{ type: 'text', text: 'The end.' }])
  expect(frames).toHaveLength(3)
})
