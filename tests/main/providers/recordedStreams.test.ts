import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { collect } from './collect.ts'
import { openService } from './openAiCompatible/openService.ts'

const folder = fileURLToPath(new URL('../../../../shared/recorded/openai-chat/', import.meta.url))
const missing = !existsSync(folder)
const title = `recorded streams${missing ? ' (skipped: their folder is not there)' : ''}`

let fake: FakeOpenAi

beforeAll(async () => {
  fake = await startFakeOpenAi()
})

afterAll(() => fake.close())

/** The recording as its server framed it, in pieces of random length. */
function* play(name: string) {
  const events = readFileSync(`${folder}${name}.jsonl`, 'utf8').trim().split('\n')
  const stream = events.map((event) => `data: ${event}\n\n`).join('') + 'data: [DONE]\n\n'
  const bytes = new TextEncoder().encode(stream)
  for (let start = 0; start < bytes.length;) {
    const end = start + 1 + Math.floor(Math.random() * 3000)
    yield bytes.subarray(start, end)
    start = end
  }
}

interface Expected {
  text: [begin: string, length: number]
  reasoning: [begin: string, length: number]
  usage: object
}

const recordings: Record<string, Expected> = {
  text: {
    text: ['**', 1000],
    reasoning: ['', 0],
    usage: { inputTokens: 16, outputTokens: 300, cachedTokens: 0, reasoningTokens: 0 },
  },
  'groq-text': {
    text: ['Introducing', 3000],
    reasoning: ['', 0],
    usage: { inputTokens: 45, outputTokens: 662 },
  },
  'groq-reasoning': {
    text: ['', 100],
    reasoning: ['Okay,', 2000],
    usage: { inputTokens: 17, outputTokens: 1107, reasoningTokens: 963 },
  },
  'mistral-reasoning': {
    text: ['2 + 2 = 4', 9],
    reasoning: ['The user is asking for 2+2.', 60],
    usage: { inputTokens: 10, outputTokens: 46 },
  },
  'deepseek-tool-call': {
    text: ['', 0],
    reasoning: ['The user', 100],
    usage: { inputTokens: 339, outputTokens: 83, cachedTokens: 320, reasoningTokens: 39 },
  },
  'azure-model-router': {
    text: ['Capital of Denmark', 19],
    reasoning: ['', 0],
    usage: { inputTokens: 15, outputTokens: 78, cachedTokens: 0, reasoningTokens: 64 },
  },
}

describe.skipIf(missing)(title, () => {
  test.each(Object.entries(recordings))('%s', async (name, expected) => {
    fake.behave({ kind: 'bytes', pieces: play(name) })
    const reply = await collect(openService(fake.baseUrl))
    expect(reply.error).toBeUndefined()
    for (const kind of ['text', 'reasoning'] as const) {
      const [begin, length] = expected[kind]
      expect(reply[kind].slice(0, begin.length)).toBe(begin)
      expect(reply[kind].length).toBeGreaterThanOrEqual(length)
    }
    expect(reply.events.slice(-2)).toEqual([
      { type: 'usage', usage: expected.usage },
      { type: 'finish', reason: 'complete' },
    ])
  })
})
