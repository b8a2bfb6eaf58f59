import { expect, test } from 'vitest'
import { estimateTextTokens } from '../../../../src/shared/chat/estimateTextTokens.ts'
import { createTokenCounter, type Draft } from '../../../../src/main/chat/turns/tokenCount.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { saying, scriptedProvider } from '../scriptedProvider.ts'
import { testTool } from '../../tools/testTool.ts'
import { exchange, model, openChat, openHistory, send, withoutFiles } from '../testHistory.ts'

const draft: Draft = { conversationId: null, parentId: null, text: 'Hello there', files: [], model }
const windowId = 1

type Count = NonNullable<Provider['countTokens']>

/** Opens a counter with the given service, and returns it with the requests to count. */
function openCounter(countTokens: Count | undefined, database = openHistory()) {
  const requests: ReplyRequest[] = []
  const counting: Count = (request, signal) => {
    requests.push(request)
    return countTokens ? countTokens(request, signal) : Promise.resolve(0)
  }
  const provider: Provider = { ...saying('x'), ...(countTokens && { countTokens: counting }) }
  const { readFile } = withoutFiles
  const tokens = createTokenCounter({ database, lookup: async () => provider, readFile })
  return { tokens, requests }
}

test('the service counts where it can, and one draft only once', async () => {
  const { tokens, requests } = openCounter(() => Promise.resolve(42))
  expect(await tokens.count(draft, windowId)).toEqual({ tokens: 42, exact: true })
  expect(await tokens.count(draft, windowId)).toEqual({ tokens: 42, exact: true })
  expect(requests).toHaveLength(1)
  expect(requests[0]).toEqual({
    modelId: model.modelId,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Hello there' }] }],
  })
  await tokens.count({ ...draft, model: { ...model, modelId: 'parrot-2' } }, windowId)
  expect(requests).toHaveLength(2)
})

test('a service without a count, and one that refuses, say so', async () => {
  const { tokens: none } = openCounter(undefined)
  await expect(none.count(draft, windowId)).rejects.toMatchObject({ code: 'notSupported' })
  const { tokens } = openCounter(() => Promise.reject(new AppError('keyRefused', 'No')))
  await expect(tokens.count(draft, windowId)).rejects.toMatchObject({ code: 'keyRefused' })
  await expect(tokens.count({ ...draft, text: '' }, windowId)).rejects.toMatchObject({
    code: 'badInput',
  })
})

test('the service counts tools and instructions, as a request has them', async () => {
  const asked: ReplyRequest[] = []
  const countTokens: Count = (request) => {
    asked.push(request)
    return Promise.resolve(9)
  }
  const scopes: unknown[] = []
  const tokens = createTokenCounter({
    database: openHistory(),
    lookup: async () => ({ ...saying('x'), countTokens }),
    readFile: withoutFiles.readFile,
    tools: {
      list(scope) {
        scopes.push(scope)
        return Promise.resolve([testTool({ name: 'clock' })])
      },
    },
    instructions: () => 'Be brief.',
  })
  await tokens.count(draft, windowId)
  expect(asked[0]?.turns.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(asked[0]?.tools?.map(({ name }) => name)).toEqual(['clock'])
  // A server that has not told its tools is not started for a number.
  expect(scopes).toEqual([{ conversationId: null, model, knownOnly: true }])
})

test('a newer draft ends the count of the older one in the same window only', async () => {
  const aborted: string[] = []
  const { tokens } = openCounter((request, signal) => {
    const [part] = request.turns.at(-1)?.parts ?? []
    const text = part?.type === 'text' ? part.text : ''
    if (text === 'third') return Promise.resolve(3)
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(text)
        reject(new AppError('aborted', 'Not wanted any more'))
      })
    })
  })
  const first = tokens.count({ ...draft, text: 'first' }, 1)
  const refused = expect(first).rejects.toMatchObject({ code: 'aborted' })
  tokens.count({ ...draft, text: 'second' }, 2).catch(() => undefined)
  await new Promise(setImmediate)
  expect(await tokens.count({ ...draft, text: 'third' }, 1)).toEqual({ tokens: 3, exact: true })
  await refused
  expect(aborted).toEqual(['first'])
})

test('an answer that went on is counted anew', async () => {
  let round = 0
  const provider = scriptedProvider(async function* () {
    round += 1
    yield { type: 'text', text: 'More. ' }
    yield { type: 'finish', reason: round === 1 ? 'length' : 'stop' }
  })
  const { replies, database } = openChat(provider)
  const { tokens, requests } = openCounter(() => Promise.resolve(7), database)
  const { answer } = await exchange(replies, send('go'))
  const after = { ...draft, conversationId: answer.conversationId, parentId: answer.id }
  await tokens.count(after, windowId)
  await exchange(replies, { kind: 'continue', messageId: answer.id })
  await tokens.count(after, windowId)
  expect(requests.map(({ turns }) => turns[1]?.parts)).toEqual([
    [{ type: 'text', text: 'More. ' }],
    [{ type: 'text', text: 'More. More. ' }],
  ])
})

test.each([
  ['English', 'The quick brown fox jumps over the lazy dog. '.repeat(20), 0.2, 0.3],
  ['Chinese', '我今天早上去图书馆借了两本书'.repeat(20), 0.6, 1.5],
  ['Japanese', 'きょうは図書館で本を二冊かりました'.repeat(20), 0.6, 1.5],
  ['Arabic', 'ذهبت إلى المكتبة هذا الصباح '.repeat(20), 0.3, 0.7],
])('a character of %s has its share of a token', (_language, text, least, most) => {
  const share = estimateTextTokens(text) / text.length
  expect(share).toBeGreaterThanOrEqual(least)
  expect(share).toBeLessThanOrEqual(most)
})
