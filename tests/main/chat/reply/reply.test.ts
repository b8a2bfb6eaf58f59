import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ReplyFrame } from '../../../../src/shared/chat/chat.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { getMessage, listMessages } from '../../../../src/main/chat/history/messages.ts'
import type { TurnPart } from '../../../../src/main/providers/reply.ts'
import { maxAnswerLength } from '../../../../src/main/chat/reply/replyLimits.ts'
import { saying, sayingThenSilent, scriptedProvider } from '../scriptedProvider.ts'
import {
  collect,
  exchange,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
  textsOf,
} from '../testHistory.ts'

const nobody = (): boolean => false
const never = new AbortController().signal

describe('send', () => {
  test('commits both messages before the provider is asked', async () => {
    const database = openHistory()
    const stored: string[] = []
    const provider = scriptedProvider(async function* () {
      const rows = database.all('SELECT role, status FROM message ORDER BY sequence')
      stored.push(...rows.map((row) => `${String(row['role'])} ${String(row['status'])}`))
      yield { type: 'text', text: 'Hello' }
      yield { type: 'finish', reason: 'stop' }
    })
    const { replies } = openChat(provider, database)
    const { answer, conversation } = await exchange(replies, send('Hi there'))
    expect(stored).toEqual(['user complete', 'assistant streaming'])
    expect(answer).toMatchObject({ status: 'complete', parts: [{ type: 'text', text: 'Hello' }] })
    expect(conversation.title).toBe('Hi there')
    expect(database.all('SELECT * FROM journal')).toEqual([])
  })

  test('streams started, what comes, and finished with the message as it is on disk', async () => {
    const citation = { number: 1, title: 'Keys', passage: 'Press it', source: 'guide/keys' }
    const usage = { inputTokens: 3, outputTokens: 4 }
    const provider = scriptedProvider(async function* () {
      yield { type: 'request', requestId: 'req_1' }
      yield { type: 'reasoning', text: 'Let me ' }
      yield { type: 'reasoning', text: 'think' }
      yield { type: 'text', text: '' }
      yield { type: 'text', text: 'An ' }
      yield { type: 'text', text: 'answer' }
      yield { type: 'citation', citation }
      yield { type: 'usage', usage }
      yield { type: 'finish', reason: 'stop' }
    })
    const { replies, database } = openChat(provider)
    const { frames, answer } = await exchange(replies, send('Why?'))
    expect(frames.map((frame) => frame.type)).toEqual([
      'started',
      'reasoning',
      'reasoning',
      'text',
      'text',
      'citation',
      'finished',
    ])
    expect(answer).toEqual(getMessage(database, answer.id, nobody))
    expect(answer).toMatchObject({
      parts: [
        { type: 'reasoning', text: 'Let me think' },
        { type: 'text', text: 'An answer' },
      ],
      citations: [citation],
      usage,
      requestId: 'req_1',
      error: null,
    })
    expect(answer.firstTokenMilliseconds).toBeGreaterThanOrEqual(0)
  })

  test('tells what it waits for, and keeps nothing of it', async () => {
    const error = { code: 'overloaded', message: 'Later' } as const
    const provider = scriptedProvider(async function* () {
      yield { type: 'waiting', error, until: 5 }
      yield { type: 'text', text: 'Now' }
      yield { type: 'finish', reason: 'stop' }
    })
    const { frames, answer } = await exchange(openChat(provider).replies, send('Why?'))
    expect(frames[1]).toEqual({ type: 'waiting', error, until: 5 })
    expect(answer.parts).toEqual([{ type: 'text', text: 'Now' }])
  })

  test('dates the pause that a service asks for', async () => {
    const provider = scriptedProvider(() => {
      throw new AppError('rateLimited', 'Wait', { retryAfterSeconds: 90 })
    })
    const { replies } = openChat(provider, openHistory(), { now: () => 1234 })
    const { answer } = await exchange(replies, send('Why?'))
    expect(answer.error?.details).toMatchObject({ retryAfterSeconds: 90, askedAt: 1234 })
  })

  test('tells the provider what was said, without reasoning and empty answers', async () => {
    let count = 0
    const provider = scriptedProvider(async function* () {
      count++
      if (count === 2) throw new AppError('overloaded', 'Too busy')
      yield { type: 'reasoning', text: 'hidden' }
      yield { type: 'text', text: `answer ${count}` }
      yield { type: 'finish', reason: 'stop' }
    })
    const { replies } = openChat(provider)
    const first = await exchange(replies, send('one'))
    const place = { conversationId: first.conversation.id, parentId: first.answer.id }
    const second = await exchange(replies, send('two', place))
    await exchange(replies, send('three', { ...place, parentId: second.answer.id }))
    expect(
      provider.requests.at(-1)?.turns.map(({ role, parts }) => [role, parts.map(saidBy)]),
    ).toEqual([
      ['user', ['one']],
      ['assistant', ['answer 1']],
      ['user', ['two\n\nthree']],
    ])
  })

  test.each([
    ['another conversation’s message', 'badInput'],
    ['a message that does not exist', 'messageMissing'],
    ['a conversation that does not exist', 'conversationMissing'],
    ['a parent without a conversation', 'badInput'],
  ])('refuses %s', async (what, code) => {
    const { replies, database } = openChat(saying('ok'))
    const one = await exchange(replies, send('one'))
    const other = await exchange(replies, send('other'))
    const place = {
      'another conversation’s message': {
        conversationId: one.conversation.id,
        parentId: other.answer.id,
      },
      'a message that does not exist': {
        conversationId: one.conversation.id,
        parentId: crypto.randomUUID(),
      },
      'a conversation that does not exist': {
        conversationId: crypto.randomUUID(),
        parentId: null,
      },
      'a parent without a conversation': { conversationId: null, parentId: one.answer.id },
    }[what]
    await expect(collect(replies.reply(send('x', place), never))).rejects.toMatchObject({ code })
    expect(database.get('SELECT count(*) AS count FROM message')).toEqual({ count: 4 })
    expect(database.get('SELECT count(*) AS count FROM conversation')).toEqual({ count: 2 })
  })
})

describe('an ending', () => {
  test('a provider’s error leaves what arrived, and the error', async () => {
    const provider = scriptedProvider(async function* () {
      yield { type: 'text', text: 'Half an ' }
      throw new AppError('rateLimited', 'Slow down', { retryAfterSeconds: 7 })
    })
    const { answer } = await exchange(openChat(provider).replies, send('go'))
    expect(answer).toMatchObject({
      status: 'failed',
      parts: [{ type: 'text', text: 'Half an ' }],
      error: { code: 'rateLimited', details: { retryAfterSeconds: 7 } },
    })
  })

  test('an unknown failure becomes internal, and is logged', async () => {
    const provider = scriptedProvider(() => {
      throw new TypeError('secret path in here')
    })
    const { replies, logged } = openChat(provider)
    const { answer } = await exchange(replies, send('go'))
    expect(answer.error?.code).toBe('internal')
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(logged).toHaveLength(1)
  })

  test('a stream without its end mark is broken', async () => {
    const provider = scriptedProvider(async function* () {
      yield { type: 'text', text: 'Half' }
    })
    const { answer } = await exchange(openChat(provider).replies, send('go'))
    expect(answer).toMatchObject({ status: 'failed', error: { code: 'streamBroken' } })
  })

  test.each([
    ['cutOff', 'length'],
    ['filtered', 'contentFilter'],
  ] as const)('%s comes from the finish reason', async (status, reason) => {
    const provider = scriptedProvider(async function* () {
      yield { type: 'text', text: 'Half' }
      yield { type: 'finish', reason }
    })
    const { replies, completed } = openChat(provider)
    const { answer } = await exchange(replies, send('go'))
    expect(answer.status).toBe(status)
    expect(completed).toEqual([])
  })

  test('an endless answer is cut off', async () => {
    const text = 'x'.repeat(1_000_000)
    const provider = scriptedProvider(async function* () {
      for (;;) yield { type: 'text', text }
    })
    const { answer } = await exchange(openChat(provider).replies, send('go'))
    expect(answer.status).toBe('cutOff')
    expect(textsOf([answer])[0]?.length).toBeLessThanOrEqual(maxAnswerLength + text.length)
  })

  test('stop ends it as stopped, with what arrived, and aborts the request', async () => {
    const provider = sayingThenSilent('Half')
    const { replies } = openChat(provider)
    const frames: ReplyFrame[] = []
    for await (const frame of replies.reply(send('go'), never)) {
      frames.push(frame)
      if (frame.type === 'started') continue
      for (const message of startedMessages(frames)) replies.stop(message.id)
    }
    expect(frames.map((frame) => frame.type)).toEqual(['started', 'text', 'finished'])
    expect(finishedMessage(frames)).toMatchObject({ status: 'stopped', error: null })
    expect(textsOf([finishedMessage(frames)])).toEqual(['Half'])
    expect(provider.signals[0]?.aborted).toBe(true)
  })

  test('stop does not wait for a provider that hears no signal', async () => {
    const provider = scriptedProvider(async function* () {
      yield { type: 'text', text: 'Half' }
      await new Promise(() => {})
    })
    const { replies } = openChat(provider)
    const frames: ReplyFrame[] = []
    for await (const frame of replies.reply(send('go'), never)) {
      frames.push(frame)
      if (frame.type === 'text') {
        setImmediate(() => startedMessages(frames).forEach(({ id }) => replies.stop(id)))
      }
    }
    expect(finishedMessage(frames).status).toBe('stopped')
  })

  test('stop of an answer that has ended changes nothing; of none it fails', async () => {
    const { replies, database } = openChat(saying('Done'))
    const { answer } = await exchange(replies, send('go'))
    replies.stop(answer.id)
    expect(getMessage(database, answer.id, nobody)).toEqual(answer)
    expect(() => replies.stop(crypto.randomUUID())).toThrow(
      expect.objectContaining({ code: 'messageMissing' }),
    )
  })

  test('an aborted signal interrupts it, even while nobody reads', async () => {
    const provider = sayingThenSilent('Half', ' of it')
    const { replies, database } = openChat(provider)
    const leaving = new AbortController()
    const frames = openFrames(replies, send('go'), leaving.signal)
    const { answer } = await readStart(frames)
    await frames.next()
    leaving.abort()
    expect(getMessage(database, answer.id, nobody)).toMatchObject({
      status: 'interrupted',
      parts: [{ type: 'text', text: 'Half' }],
    })
    expect(replies.isRunning(answer.id)).toBe(false)
    expect(provider.signals[0]?.aborted).toBe(true)
    await frames.leave()
  })

  test('a returned iterator interrupts it, even while a read is pending', async () => {
    const provider = scriptedProvider(async function* () {
      yield { type: 'text', text: 'Half' }
      await new Promise(() => {})
    })
    const { replies, database } = openChat(provider)
    const frames = openFrames(replies, send('go'))
    await frames.next()
    await frames.next()
    const pending = frames.next()
    await frames.leave()
    expect(await pending).toMatchObject({ message: { status: 'interrupted' } })
    expect(database.all(`SELECT id FROM message WHERE status = 'streaming'`)).toEqual([])
  })

  test('the end of the app writes down everything at once', async () => {
    const { replies, database } = openChat(sayingThenSilent('Half'))
    const frames = openFrames(replies, send('go'))
    await frames.next()
    await frames.next()
    replies.stopAll()
    expect(database.all(`SELECT status FROM message WHERE role = 'assistant'`)).toEqual([
      { status: 'interrupted' },
    ])
    await expect(collect(replies.reply(send('late'), never))).rejects.toMatchObject({
      code: 'aborted',
    })
    await frames.leave()
  })
})

describe('the journal', () => {
  test('holds the first text next, and the rest soon though the provider is silent', async () => {
    const { replies, database } = openChat(sayingThenSilent('One ', 'two ', 'three'))
    const frames = openFrames(replies, send('go'))
    const journalled = (): string =>
      database
        .all('SELECT value FROM journal ORDER BY sequence')
        .map((row) => JSON.parse(String(row['value'])) as string)
        .join('')
    await frames.next()
    await frames.next()
    await expect.poll(journalled).toBe('One ')
    await frames.next()
    await frames.next()
    await expect.poll(journalled).toBe('One two three')
    await frames.leave()
  })

  test('shows another window what has come so far', async () => {
    const { replies, database } = openChat(sayingThenSilent('One ', 'two'))
    const frames = openFrames(replies, send('go'))
    const { conversation } = await readStart(frames)
    await frames.next()
    const last = () =>
      listMessages(
        database,
        { conversationId: conversation.id, before: null, limit: 10 },
        replies.isRunning,
      ).messages.at(-1)
    await expect.poll(last).toMatchObject({
      status: 'streaming',
      parts: [{ type: 'text', text: 'One ' }],
    })
    await frames.leave()
  })
})

test('many replies at once end each with their own text', async () => {
  const provider = scriptedProvider(async function* ({ turns }) {
    const asked = saidBy(turns.at(-1)?.parts[0])
    for (const character of asked) {
      await delay(0)
      yield { type: 'text', text: character }
    }
    yield { type: 'finish', reason: 'stop' }
  })
  const { replies } = openChat(provider)
  const texts = Array.from({ length: 200 }, (_, index) => `question ${index}`)
  const ended = await Promise.all(texts.map((text) => exchange(replies, send(text))))
  expect(textsOf(ended.map(({ answer }) => answer))).toEqual(texts)
})

function saidBy(part: TurnPart | undefined): string {
  return part?.type === 'text' ? part.text : ''
}

function startedMessages(frames: readonly ReplyFrame[]) {
  const [started] = frames
  return started?.type === 'started'
    ? started.messages.filter((message) => message.role === 'assistant')
    : []
}

function finishedMessage(frames: readonly ReplyFrame[]) {
  const finished = frames.at(-1)
  if (finished?.type !== 'finished') throw new Error('The stream has not finished')
  return finished.message
}

test('an ending that can not be saved keeps no other from being saved', async () => {
  const { replies, database } = openChat(saying('Hello'))
  const refuse = (condition: string): void =>
    database.exec(`CREATE TRIGGER refused BEFORE UPDATE OF status ON message WHEN ${condition}
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
  refuse('true')
  const first = await exchange(replies, send('first'))
  const second = await exchange(replies, send('second'))
  expect([first.answer.status, second.answer.status]).toEqual(['failed', 'failed'])
  database.exec('DROP TRIGGER refused')
  refuse(`old.id = '${first.answer.id}'`)
  replies.stopAll()
  expect(getMessage(database, second.answer.id, nobody)).toMatchObject({
    status: 'failed',
    parts: [{ type: 'text', text: 'Hello' }],
  })
  expect(getMessage(database, first.answer.id, nobody).status).toBe('interrupted')
})
