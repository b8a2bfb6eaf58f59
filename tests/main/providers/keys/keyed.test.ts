import { expect, test } from 'vitest'
import { createKeyConditions } from '../../../../src/main/providers/keys/keyConditions.ts'
import { createKeyed, type Keyed } from '../../../../src/main/providers/keys/keyed.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { redactKeys } from '../../../../src/main/secrets/redact.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { ask, collect } from '../collect.ts'

const limited = new AppError('rateLimited', 'slow')
const hello: ReplyEvent = { type: 'text', text: 'Hello' }
const finish: ReplyEvent = { type: 'finish', reason: 'stop' }
const dropped: ReplyEvent = { type: 'warning', warning: { code: 'optionDropped', subject: 'x' } }
const request: ReplyEvent = { type: 'request', requestId: 'req_1' }

function streamReply({ stream }: Keyed): Provider['reply'] {
  return (request, signal) => stream(request, (provider) => provider.reply(request, signal))
}

/** Opens keys that yield these events; an error is thrown at its place. */
function open(scripts: (ReplyEvent | AppError)[][]) {
  const asked: string[] = []
  const closed: number[] = []
  const conditions = createKeyConditions({ now: Date.now, onChanged: () => undefined })
  const provider = (index: number): Provider => ({
    models: () => Promise.resolve([]),
    async *reply() {
      try {
        for (const step of scripts[index] ?? []) {
          await Promise.resolve()
          if (step instanceof AppError) throw step
          yield step
        }
      } finally {
        closed.push(index)
      }
    },
  })
  const keyed = createKeyed({
    providerId: 'p',
    conditions,
    lastWorked: new Map(),
    redact: (text) => redactKeys(text, ['secret-of-mine']),
    listClients: () =>
      Promise.resolve(
        scripts.map((_script, index) => ({
          secretId: `p#${String(index)}`,
          number: index + 1,
          hasKey: true,
          wantsKey: false,
          open: (lastKey: boolean) => {
            asked.push(`${String(index)}${lastKey ? ' last' : ''}`)
            return provider(index)
          },
        })),
      ),
  })
  const reply = (given = ask('Hi')) =>
    collect({ models: () => Promise.resolve([]), reply: streamReply(keyed) }, given)
  return { keyed, reply, asked, closed, conditions }
}

test('what has begun is not begun again by another key', async () => {
  const { reply, asked, conditions } = open([
    [request, hello, limited],
    [hello, finish],
  ])
  const { text, error } = await reply()
  expect([text, error?.code]).toEqual(['Hello', 'rateLimited'])
  expect(asked).toEqual(['0'])
  expect(conditions.get('p#0').condition).toBe('limited')
})

const drawing = { ...ask('A fox'), pictures: { model: null, maximum: 1 } }

test.each([
  ['content that is not shown yet', 'content', ask('Hi'), 1],
  ['a head alone', 'head', ask('Hi'), 2],
  ['a head, where pictures may be made,', 'head', drawing, 1],
] as const)(
  'after %s other keys are asked only for what costs nothing',
  async (_what, answered, given, keys) => {
    const failed = new AppError('rateLimited', 'slow', { answered })
    const { reply, asked } = open([[failed], [hello, finish]])
    await reply(given)
    expect(asked).toHaveLength(keys)
  },
)

test('what an answer that fails has counted is told', async () => {
  const usage: ReplyEvent = { type: 'usage', usage: { inputTokens: 5, outputTokens: 7 } }
  const broken = new AppError('serverError', 'broken', { answered: 'head' })
  const { reply } = open([[request, usage, broken]])
  const { events, error } = await reply()
  expect([events, error?.code]).toEqual([[usage], 'serverError'])
})

test('a refusal within a stream that said nothing yet is one, and its warnings come once', async () => {
  const { reply, asked, closed } = open([
    [request, dropped, limited],
    [dropped, hello, finish],
  ])
  const { events, error } = await reply()
  expect(error).toBeUndefined()
  expect(events).toEqual([
    { type: 'warning', warning: { code: 'otherKey', subject: '2' } },
    dropped,
    hello,
    finish,
  ])
  expect(asked).toEqual(['0', '1 last'])
  expect(closed).toEqual([0, 1])
})

test('a reader that stops closes the answer', async () => {
  const { keyed, closed } = open([[request, hello, finish]])
  for await (const event of streamReply(keyed)(ask('Hi'), new AbortController().signal)) {
    if (event.type === 'request' || event.type === 'text') break
  }
  expect(closed).toEqual([0])
})

test('the key that last worked is asked first, and the others follow in turn', async () => {
  const { reply, asked } = open([[limited], [limited], [hello, finish], [limited]])
  await reply()
  expect(asked).toEqual(['0', '1', '2'])
  await reply()
  expect(asked.slice(3)).toEqual(['2'])
})

test.each([
  ['the key that was sent', 'Bearer secret-of-mine', 'Bearer •••'],
  ['signs that nobody sees', 'req\u0000\u202e\u200b_1\n', 'req _1'],
  ['far too much', 'x'.repeat(100_000), 'x'.repeat(200)],
])('the id of a request does not hold %s', async (_what, requestId, shown) => {
  const { reply } = open([[{ type: 'request', requestId }, hello, finish]])
  const { events } = await reply()
  expect(events[0]).toEqual({ type: 'request', requestId: shown })
})
