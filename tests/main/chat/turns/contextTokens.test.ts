import { expect, test } from 'vitest'
import { createTokenCounter } from '../../../../src/main/chat/turns/tokenCount.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { requestExtras } from '../../../../src/main/chat/reply/requestExtras.ts'
import { estimateTextTokens } from '../../../../src/shared/chat/estimateTextTokens.ts'
import type { Usage } from '../../../../src/shared/chat/parts.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { scriptedProvider } from '../scriptedProvider.ts'
import { exchange, model, openChat, openHistory, send, withoutFiles } from '../testHistory.ts'

const other = { ...model, modelId: 'parrot-2' }
const usage = (inputTokens: number, outputTokens = 10, more: Partial<Usage> = {}): ReplyEvent => ({
  type: 'usage',
  usage: { inputTokens, outputTokens, ...more },
})
const text = (said: string): ReplyEvent => ({ type: 'text', text: said })
const stop: ReplyEvent = { type: 'finish', reason: 'stop' }

/** Answers each request with the next list of events, and counts what is asked of its counter. */
function counting(...answers: ReplyEvent[][]): Provider & { counted: () => number } {
  let asked = 0
  let counted = 0
  return {
    ...scriptedProvider(async function* () {
      yield* answers[Math.min(asked++, answers.length - 1)] ?? []
    }),
    countTokens: () => {
      counted += 1
      return Promise.resolve(1)
    },
    counted: () => counted,
  }
}

function estimates(database: Database, provider: Provider, tools = boxOf()) {
  const { estimate } = createTokenCounter({
    database,
    lookup: async () => provider,
    readFile: withoutFiles.readFile,
    tools,
  })
  return async (parentId: string | null, asked = model): Promise<number> =>
    (await estimate({ conversationId: null, parentId, model: asked, attached: [] })).tokens
}

test('the number begins with what the last answer reported, and nobody is asked for it', async () => {
  const provider = counting([text('Hello.'), usage(4000, 50), stop])
  const { replies, database } = openChat(provider)
  const estimate = estimates(database, provider)
  expect(await estimate(null)).toBe(0)
  const { answer, question } = await exchange(replies, send('Hi'))
  expect(await estimate(answer.id)).toBe(4050)
  // Another version of the answer, or another model, has no count yet.
  expect(await estimate(question?.id ?? null)).toBeLessThan(100)
  expect(await estimate(answer.id, other)).toBeLessThan(100)
  expect(provider.counted()).toBe(0)
})

test('what has come since is estimated', async () => {
  const counted = counting([text('Hello.'), usage(4000, 50), stop])
  const { replies, database } = openChat(counted)
  const { answer } = await exchange(replies, send('Hi'))
  const silent = openChat(counting([text('word '.repeat(400)), stop]), database)
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  const { answer: second } = await exchange(silent.replies, send('word '.repeat(400), place))
  const tokens = await estimates(database, counted)(second.id)
  expect(tokens).toBeGreaterThan(4050 + 900)
  expect(tokens).toBeLessThan(4050 + 1200)
})

test('of an answer with tools its last request counts, and results after it are added', async () => {
  const call: ReplyEvent = { type: 'toolCall', id: '1', name: 'clock', arguments: '{}' }
  const tools = boxOf(testTool({ name: 'clock', run: () => Promise.resolve(said('noon')) }))
  const extras = requestExtras(await tools.list({ conversationId: null, model }, forever()), '', '')
  const answers = [
    [call, usage(1000), { type: 'finish', reason: 'toolCalls' } as const],
    [text('It is noon.'), usage(1100), stop],
  ]
  const provider = counting(...answers)
  const { replies, database } = openChat(provider, openHistory(), { tools })
  const { answer } = await exchange(replies, send('What time is it?'))
  expect(answer.usage?.inputTokens).toBe(2100)
  // The tools of the answer are taken out, and those of now are added.
  expect(await estimates(database, provider, tools)(answer.id)).toBe(1110)
  expect(await estimates(database, provider)(answer.id)).toBe(1110 - extras)
})

test('reasoning is not sent again, whether the service counts it apart or not', async () => {
  const thought = 'thinking '.repeat(100)
  const reasoning: ReplyEvent = { type: 'reasoning', text: thought }
  const apart = counting([reasoning, text('So.'), usage(500, 400, { reasoningTokens: 390 }), stop])
  const first = openChat(apart)
  const { answer } = await exchange(first.replies, send('Hi'))
  expect(await estimates(first.database, apart)(answer.id)).toBe(510)
  const within = counting([reasoning, text('So.'), usage(500, 400), stop])
  const second = openChat(within)
  const { answer: later } = await exchange(second.replies, send('Hi'))
  const left = 900 - estimateTextTokens(thought)
  expect(await estimates(second.database, within)(later.id)).toBe(left)
})

test.each([
  ['far too small for the text', [text('Hello.'), usage(20), stop]],
  ['missing', [text('Hello.'), stop]],
  ['zero', [text('Hello.'), usage(0, 0), stop]],
])('a count that is %s leaves an estimate', async (_what, answer) => {
  const provider = counting(answer)
  const { replies, database } = openChat(provider)
  const { answer: stored } = await exchange(replies, send('word '.repeat(4000)))
  const tokens = await estimates(database, provider)(stored.id)
  expect(tokens).toBeGreaterThan(4000)
  expect(tokens).toBeLessThan(6000)
})

test('a count of a branch that was cut is not taken for all of it', async () => {
  const provider = counting([text('One.'), usage(5000), stop], [text('Two.'), usage(3000), stop])
  const { replies, database } = openChat(provider)
  const { answer } = await exchange(replies, send('word '.repeat(4000)))
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  const { answer: second } = await exchange(replies, send('And now?', place))
  const { answer: cut } = await exchange(replies, {
    ...{ kind: 'regenerate', messageId: second.id, model, shorten: true },
  })
  expect(cut.warnings).toMatchObject([{ code: 'earlierDropped' }])
  expect(await estimates(database, provider)(cut.id)).toBeGreaterThan(4000)
})

test('the number is divided into its parts, and what is new is corrected by the last count', async () => {
  const words = 'word '.repeat(4000)
  const provider = counting([text('Hello.'), usage(7500, 10), stop], [text(words), stop])
  const { replies, database } = openChat(provider)
  const { answer } = await exchange(replies, send(words))
  const place = { conversationId: answer.conversationId, parentId: answer.id }
  const { answer: second } = await exchange(replies, send('And now?', place))
  const tools = boxOf(testTool({ name: 'clock' }))
  const { estimate } = createTokenCounter({
    ...{ database, tools, readFile: withoutFiles.readFile, lookup: async () => provider },
    instructions: () => 'Be brief.',
  })
  const asked = { conversationId: null, model, attached: [] }
  const first = await estimate({ ...asked, parentId: answer.id })
  expect(first.parts).toMatchObject({ instructions: 3, messages: 7510, files: 0 })
  expect(first.parts.tools).toBeGreaterThan(0)
  expect(first.countedTokens).toBe(7510)
  expect(first.tokens).toBe(first.parts.instructions + first.parts.tools + 7510)
  // The service counts half as much again as the estimate of 5,000 tokens.
  expect(first.ratio).toBeCloseTo(1.5, 1)
  const later = await estimate({ ...asked, parentId: second.id })
  const own = estimateTextTokens(words) + estimateTextTokens('And now?') + 8
  expect(later.parts.messages).toBe(7510 + Math.round(own * first.ratio))
  expect(later.countedTokens).toBe(7510)
})

test('a count of a prompt that the server has cut is not taken for all of it', async () => {
  const warning: ReplyEvent = {
    type: 'warning',
    warning: { code: 'promptCut', subject: '3000/5000' },
  }
  const provider = counting([text('Hello.'), usage(3000), warning, stop])
  const { replies, database } = openChat(provider)
  const { answer } = await exchange(replies, send('word '.repeat(4000)))
  expect(await estimates(database, provider)(answer.id)).toBeGreaterThan(4900)
})

test('answers of earlier versions count by their usage', async () => {
  const provider = counting([text('Hello.'), usage(4000, 50), stop])
  const { replies, database } = openChat(provider)
  const { answer } = await exchange(replies, send('Hi'))
  database.run('UPDATE message SET context_tokens = NULL')
  const tools = boxOf(testTool({ name: 'clock' }))
  // Its tools are in the usage.
  expect(await estimates(database, provider, tools)(answer.id)).toBe(4050)
})

test('a branch is read once, not at each question about it', async () => {
  const provider = counting([text('word '.repeat(400)), stop])
  const { replies, database } = openChat(provider)
  const { answer } = await exchange(replies, send('Hi'))
  const read: string[] = []
  const watched: Database = {
    ...database,
    iterate(sql, ...values) {
      read.push(sql)
      return database.iterate(sql, ...values)
    },
  }
  const estimate = estimates(watched, provider)
  const first = await estimate(answer.id)
  const reads = read.length
  expect(reads).toBeGreaterThan(0)
  for (let key = 0; key < 20; key += 1) expect(await estimate(answer.id)).toBe(first)
  expect(read).toHaveLength(reads)
})

function forever(): AbortSignal {
  return new AbortController().signal
}
