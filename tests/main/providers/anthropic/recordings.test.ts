import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frame, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { collect } from '../collect.ts'
import type { Collected } from '../collect.ts'
import { openAnthropic } from './openAnthropic.ts'

const url = new URL('../../../../../shared/recorded/anthropic/', import.meta.url)
const folder = fileURLToPath(url)
const missing = !existsSync(folder)
const title = `recorded messages${missing ? ' (skipped: their folder is not there)' : ''}`
const names = missing ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

let fake: FakeAnthropic

beforeAll(async () => {
  fake = await startFakeAnthropic()
})

afterAll(() => fake.close())

/** Returns the recording as its server framed it. */
function bytesOf(name: string): Uint8Array {
  const events = readFileSync(`${folder}${name}`, 'utf8').trim().split('\n')
  const stream = events.map((event) => frame(JSON.parse(event) as object)).join('')
  return new TextEncoder().encode(stream)
}

function* cut(bytes: Uint8Array, longest: number) {
  for (let start = 0; start < bytes.length;) {
    const end = start + 1 + Math.floor(Math.random() * longest)
    yield bytes.subarray(start, end)
    start = end
  }
}

async function play(pieces: Iterable<Uint8Array>): Promise<Collected> {
  fake.behave({ kind: 'bytes', pieces })
  const reply = await collect(openAnthropic(fake.origin))
  const [request, ...events] = reply.events
  expect(request?.type).toBe('request')
  return { ...reply, events }
}

interface Expected {
  text: [begin: string, length: number]
  reasoning?: string
  events?: object[]
  usage: [input: number, output: number]
  finish: object
}

const stop = { type: 'finish', reason: 'stop' }
const expected: Record<string, Expected> = {
  'duplicate-message-start.jsonl': { text: ['Hello, World!', 13], usage: [17, 227], finish: stop },
  'refusal.jsonl': {
    text: ['', 0],
    usage: [18, 5],
    finish: {
      type: 'finish',
      reason: 'contentFilter',
      explanation: expect.stringContaining('violative cyber content') as unknown,
    },
  },
  'text.jsonl': {
    text: ["Hello! I'm doing well, thank you for asking. How are you doing today?", 108],
    usage: [12, 30],
    finish: stop,
  },
  'thinking.jsonl': {
    text: ['925 ÷ 5 = 185', 13],
    reasoning: 'The previous result was 925. Now I need to divide that by 5.\n\n925 ÷ 5 = 185',
    events: [{ type: 'reasoningSeal', signature: expect.stringMatching(/^EvQB/) as unknown }],
    usage: [69, 53],
    finish: stop,
  },
  'tool-no-args.jsonl': {
    text: ["I'll update the issue list for you.", 35],
    events: [
      {
        type: 'toolCall',
        id: 'toolu_01QE1WLsSVp5hy5Q3GmGTmjP',
        name: 'updateIssueList',
        arguments: '{}',
      },
    ],
    usage: [565, 48],
    finish: { type: 'finish', reason: 'toolCalls' },
  },
}

describe.skipIf(missing)(title, () => {
  test.each(names)('%s is the same however it is cut', async (name) => {
    const bytes = bytesOf(name)
    const whole = await play([bytes])
    for (const longest of [7, 100, 3000]) {
      expect(await play(cut(bytes, Math.max(longest, bytes.length / 2000)))).toEqual(whole)
    }
  })

  test.each(Object.entries(expected))('%s', async (name, wanted) => {
    const reply = await play([bytesOf(name)])
    const [begin, length] = wanted.text
    expect(reply.error).toBeUndefined()
    expect(reply.text).toHaveLength(length)
    expect(reply.text.startsWith(begin)).toBe(true)
    expect(reply.reasoning).toBe(wanted.reasoning ?? '')
    expect(reply.events).toEqual(expect.arrayContaining(wanted.events ?? []))
    const [inputTokens, outputTokens] = wanted.usage
    expect(reply.events.at(-2)).toMatchObject({
      type: 'usage',
      usage: { inputTokens, outputTokens },
    })
    expect(reply.events.at(-1)).toEqual(wanted.finish)
  })

  test('web-search.jsonl', async () => {
    const { text, events, error } = await play([bytesOf('web-search.jsonl')])
    expect(error).toBeUndefined()
    expect(text).toContain('Apple today announced the grand reopening of Apple Ginza')
    expect(events.filter(({ type }) => type === 'toolCall' || type === 'warning')).toEqual([])
    const citations = events.flatMap((event) => (event.type === 'citation' ? [event.citation] : []))
    expect(citations).toHaveLength(14)
    expect(Math.max(...citations.map(({ number }) => number))).toBe(12)
    expect(citations[0]).toMatchObject({
      passage: expect.stringMatching(/^Apple today announced/) as unknown,
      source: expect.stringMatching(/^https:\/\/www\.apple\.com\//) as unknown,
    })
  })
})
