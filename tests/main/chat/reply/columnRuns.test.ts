import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { goOnWithColumn } from '../../../../src/main/chat/history/answerColumns.ts'
import { getMessage, listMessages } from '../../../../src/main/chat/history/messages.ts'
import { getConversation } from '../../../../src/main/chat/history/conversations.ts'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { Replies } from '../../../../src/main/chat/reply/reply.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { boxOf } from '../../tools/testTool.ts'
import { door, wanting, word } from '../openDoors.ts'
import { sayingThenSilent } from '../scriptedProvider.ts'
import {
  collect,
  exchange,
  nobody,
  openChat,
  openFrames,
  readStart,
  send,
  textsOf,
  type FrameReader,
  type TestChat,
} from '../testHistory.ts'

const never = new AbortController().signal
const names = ['first', 'second', 'third', 'fourth'] as const
const references = names.map((providerId) => ({ providerId, modelId: 'parley-large' }))
const [own, ...others] = references as [(typeof references)[0], ...typeof references]

interface Services {
  opened: TestChat
  fakes: FakeOpenAi[]
}

/** Opens a chat with four services on this machine. `local` makes them one local server's. */
async function openServices(options: Parameters<typeof openChat>[2] = {}): Promise<Services> {
  const fakes = await Promise.all(names.map(() => startFakeOpenAi()))
  onTestFinished(async () => void (await Promise.all(fakes.map((fake) => fake.close()))))
  fakes.forEach((fake, place) => fake.behave({ kind: 'answer', text: `From ${names[place]}.` }))
  const opened = openChat(sayingThenSilent(), undefined, {
    lookup: async (id) => openService(fakes[names.indexOf(id as 'first')]?.baseUrl ?? ''),
    ...options,
  })
  return { opened, fakes }
}

interface Columns {
  conversationId: string
  answers: Message[]
  /** Resolves to the answer in each column as it has ended. */
  ended: Promise<Message>[]
}

/** Begins a reply with columns, and follows each of them as the page does. */
async function ask(replies: Replies, input: ReplyInput): Promise<Columns> {
  const frames = replies.reply(input, never)[Symbol.asyncIterator]()
  const step = await frames.next()
  if (step.done === true || step.value.type !== 'started') throw new Error('Not started')
  const { conversation, messages } = step.value
  const answers = messages.filter(({ role }) => role === 'assistant')
  const streams = [
    { [Symbol.asyncIterator]: () => frames },
    ...answers.slice(1).map(({ id }) => replies.reply({ kind: 'join', messageId: id }, never)),
  ]
  const ended = streams.map(async (stream) => {
    const last = (await collect(stream)).at(-1)
    if (last?.type !== 'finished') throw new Error('Not finished')
    return last.message
  })
  return { conversationId: conversation.id, answers, ended }
}

/** Reads to the end of a reply, and returns its message. */
async function lastOf(reader: FrameReader): Promise<Message | undefined> {
  let message: Message | undefined
  for (let frame = await reader.next(); frame; frame = await reader.next()) {
    if (frame.type === 'finished') ({ message } = frame)
  }
  return message
}

const question = (): ReplyInput => ({ ...send('Which is better?'), model: own, others })

test('four models answer one message at once, and the chat goes on from the first', async () => {
  const { opened, fakes } = await openServices()
  const { conversationId, answers, ended } = await ask(opened.replies, question())
  const ids = answers.map(({ id }) => id)
  const messages = await Promise.all(ended)
  expect(textsOf(messages)).toEqual(names.map((name) => `From ${name}.`))
  for (const [place, message] of messages.entries()) {
    expect(message).toMatchObject({
      ...{ id: ids[place], status: 'complete', model: references[place], columns: ids },
      usage: { outputTokens: expect.any(Number) as number },
    })
    const spent = opened.database.all('SELECT * FROM spend WHERE message_id = ?', message.id)
    expect(spent).toHaveLength(1)
  }
  // The same question went to each.
  const asked = fakes.map(({ requests }) => {
    const body = requests[0]?.body as { messages: unknown } | undefined
    return body?.messages
  })
  expect(new Set(asked.map((sent) => JSON.stringify(sent))).size).toBe(1)
  const page = listMessages(opened.database, { conversationId, before: null, limit: 9 }, nobody)
  expect(page.messages.at(-1)?.id).toBe(ids[0])
})

test('one that hangs and one that fails neither stop nor delay the others', async () => {
  const { opened, fakes } = await openServices()
  fakes[0]?.behave({ kind: 'answer', text: 'It begins', ending: 'hang' })
  fakes[2]?.behave({ kind: 'status', status: 400, body: { error: { message: 'No such thing' } } })
  const { answers, ended } = await ask(opened.replies, question())
  const [hanging, second, third, fourth] = ended
  expect(await second).toMatchObject({ status: 'complete' })
  expect(await third).toMatchObject({ status: 'failed' })
  expect(await fourth).toMatchObject({ status: 'complete' })
  const [first] = answers
  expect(opened.replies.isRunning(first?.id ?? '')).toBe(true)

  // Asked again while the other hangs, it keeps its column and its place beside the branch.
  fakes[2]?.behave({ kind: 'answer', text: 'Now it works.' })
  const again = await exchange(opened.replies, {
    ...{ kind: 'regenerate', messageId: answers[2]?.id ?? '', shorten: false },
    model: references[2] ?? own,
  })
  expect(again.frames[0]).toMatchObject({ type: 'started', isBeside: true })
  expect(again.answer.columns).toEqual(
    answers.map(({ id }, place) => (place === 2 ? again.answer.id : id)),
  )
  opened.replies.stop(first?.id ?? '')
  expect(await hanging).toMatchObject({ status: 'stopped' })
})

test('the chat goes on with the chosen one and its model; the rest are stopped versions', async () => {
  const { opened, fakes } = await openServices()
  const { database, replies } = opened
  fakes[3]?.behave({ kind: 'answer', text: 'It begins', ending: 'hang' })
  const { conversationId, answers, ended } = await ask(replies, question())
  const chosen = await ended[1]
  expect(() => goOnWithColumn(database, replies, answers[3]?.id ?? '')).toThrow(/being written/)
  const conversation = goOnWithColumn(database, replies, chosen?.id ?? '')
  expect(conversation.model).toEqual(references[1])
  expect(await ended[3]).toMatchObject({ status: 'stopped' })
  const page = listMessages(database, { conversationId, before: null, limit: 9 }, nobody)
  expect(page.messages.at(-1)).toMatchObject({
    ...{ id: chosen?.id, siblings: answers.map(({ id }) => id) },
  })
  expect(page.messages.at(-1)?.columns).toBeUndefined()
  expect(() => goOnWithColumn(database, replies, chosen?.id ?? '')).toThrow(/no column/)
})

test('a message that follows goes on from the shown column', async () => {
  const { opened } = await openServices()
  const { conversationId, answers, ended } = await ask(opened.replies, question())
  await Promise.all(ended)
  const parentId = answers[0]?.id ?? ''
  await exchange(opened.replies, { ...send('And now?', { conversationId, parentId }), model: own })
  for (const { id } of answers) {
    expect(getMessage(opened.database, id, nobody).columns).toBeUndefined()
  }
})

test('another model joins an answer in a column beside it, up to four', async () => {
  const { opened } = await openServices()
  const { answer } = await exchange(opened.replies, { ...send('Which?'), model: own })
  const input = { kind: 'compare' as const, messageId: answer.id, models: [references[1] ?? own] }
  const { answers, ended } = await ask(opened.replies, input)
  expect(await ended[0]).toMatchObject({
    ...{ status: 'complete', columns: [answer.id, answers[0]?.id] },
  })
  expect(getMessage(opened.database, answer.id, nobody).columns).toHaveLength(2)
  const tooMany = { ...input, models: others }
  await expect(collect(opened.replies.reply(tooMany, never))).rejects.toMatchObject({
    code: 'badInput',
  })
})

test('one server on this computer answers in turn, and Stop lets the next one go', async () => {
  const { opened, fakes } = await openServices({
    describe: async () => ({ local: true }),
    lookup: async () => openService(local.baseUrl),
  })
  const local = fakes[0] as FakeOpenAi
  local.behave({ kind: 'answer', text: 'It begins', ending: 'hang' })
  const same = { ...own, modelId: 'parley-small' }
  const reader = openFrames(opened.replies, { ...send('Which?'), model: own, others: [same] })
  const started = await reader.next()
  const messages = started?.type === 'started' ? started.messages : []
  const next = openFrames(opened.replies, { kind: 'join', messageId: messages[2]?.id ?? '' })
  expect(await next.next()).toMatchObject({ type: 'started', isBeside: true })
  expect(await next.next()).toEqual({ type: 'inTurn' })
  expect(await reader.next()).toMatchObject({ type: 'text' })
  expect(local.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1)
  local.behave({ kind: 'answer', text: 'My turn.' })
  const waited = 1000
  await setTimeout(waited)
  opened.replies.stop(messages[1]?.id ?? '')
  expect(await next.next()).toMatchObject({
    type: 'text',
    text: expect.stringContaining('My') as string,
  })
  // Its time is its own.
  const message = await lastOf(next)
  expect(message).toMatchObject({ status: 'complete' })
  expect(message?.durationMilliseconds).toBeLessThan(waited)
})

test('what was written of each column is there after a kill', async () => {
  const { opened, fakes } = await openServices()
  for (const [place, fake] of fakes.entries()) {
    fake.behave({ kind: 'answer', text: `Column ${String(place)} begins`, ending: 'hang' })
  }
  const { answers, ended } = await ask(opened.replies, question())
  const { database } = opened
  const stored = (): string[] =>
    textsOf(answers.map(({ id }) => getMessage(database, id, nobody))).map((text) => text.trim())
  // As another process reads it after this one was killed.
  await vi.waitFor(() => {
    expect(stored()).toEqual(names.map((_name, place) => `Column ${String(place)} begins`))
  })
  const statuses = answers.map(({ id }) => getMessage(database, id, nobody).status)
  expect(statuses).toEqual(names.map(() => 'interrupted'))
  opened.replies.stopAll()
  await Promise.all(ended)
  expect(recoverInterrupted(database)).toBe(0)
})

test('columns that nobody follows are interrupted when the page leaves', async () => {
  const { opened } = await openServices()
  const leaving = new AbortController()
  const reader = openFrames(opened.replies, question(), leaving.signal)
  await readStart(reader)
  const running = opened.database.all(`SELECT id FROM message WHERE status = 'streaming'`)
  expect(running).toHaveLength(4)
  leaving.abort()
  await vi.waitFor(() => expect(opened.replies.isAnyRunning()).toBe(false))
  const late = { kind: 'join' as const, messageId: String(running[1]?.['id']) }
  await expect(collect(opened.replies.reply(late, never))).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('the others are followed though the first has failed and its stream is closed', async () => {
  const { opened, fakes } = await openServices()
  fakes[0]?.behave({ kind: 'status', status: 400, body: { error: { message: 'No such thing' } } })
  const closing = new AbortController()
  const frames = await collect(opened.replies.reply(question(), closing.signal))
  expect(frames.at(-1)).toMatchObject({ type: 'finished', message: { status: 'failed' } })
  closing.abort()
  const [started] = frames
  const messages = started?.type === 'started' ? started.messages.slice(2) : []
  for (const { id } of messages) {
    const followed = await collect(opened.replies.reply({ kind: 'join', messageId: id }, never))
    expect(followed.at(-1)).toMatchObject({ type: 'finished', message: { status: 'complete' } })
  }
})

test('a message that is sent while a column runs stops that column', async () => {
  const { opened, fakes } = await openServices()
  fakes[3]?.behave({ kind: 'answer', text: 'It begins', ending: 'hang' })
  const { conversationId, answers, ended } = await ask(opened.replies, question())
  await ended[0]
  const parentId = answers[0]?.id ?? ''
  await exchange(opened.replies, { ...send('And now?', { conversationId, parentId }), model: own })
  expect(await ended[3]).toMatchObject({ status: 'stopped' })
})

test('to go on with the shown one keeps the messages that follow it', async () => {
  const { opened } = await openServices()
  const { database, replies } = opened
  const first = await exchange(replies, { ...send('Which?'), model: own })
  const { id: conversationId } = first.conversation
  const parentId = first.answer.id
  const next = await exchange(replies, {
    ...send('Why?', { conversationId, parentId }),
    model: own,
  })
  // A newer branch below the same answer, which is not shown.
  await exchange(replies, { ...send('Since when?', { conversationId, parentId }), model: own })
  showVersion(database, next.question?.id ?? '')
  const { ended } = await ask(replies, {
    ...{ kind: 'compare', messageId: parentId, models: [references[1] ?? own] },
  })
  await ended[0]
  goOnWithColumn(database, replies, parentId)
  const page = listMessages(database, { conversationId, before: null, limit: 9 }, nobody)
  expect(page.messages.at(-1)?.id).toBe(next.answer.id)
})

test('a tool that changes something asks in each column though it is allowed', async () => {
  const opened: string[] = []
  const allowed = { ask: 'never' } as const
  const providers = new Map<string, Provider>(names.map((id) => [id, wanting([{ id }])]))
  const { database, replies } = openChat(wanting(), undefined, {
    tools: boxOf(door(opened, allowed)),
    lookup: async (id) => providers.get(id) ?? wanting(),
  })
  const { conversationId, answers, ended } = await ask(replies, question())
  const waiting = await Promise.all(ended)
  expect(waiting.map(({ status }) => status)).toEqual(names.map(() => 'awaiting'))
  expect(opened).toEqual([])
  // The second one's question counts after the first has its answer, too.
  const { frames } = await exchange(replies, word(waiting[0] as Message, 'deny'))
  expect(frames.at(-1)).toMatchObject({ message: { id: answers[0]?.id, status: 'complete' } })
  expect(getConversation(database, conversationId).awaitsUser).toBe(true)
  await exchange(replies, word(waiting[1] as Message, 'once'))
  expect(opened).toEqual(['second'])
  // To go on with one ends the questions of the others.
  goOnWithColumn(database, replies, answers[1]?.id ?? '')
  expect(getConversation(database, conversationId).awaitsUser).toBe(false)
})

test('a spent budget ends the columns that cost money alone', async () => {
  const spent = new AppError('budgetSpent', 'The budget of this month is spent')
  const { opened } = await openServices({
    beginPaid: ({ providerId }) => ({
      admit: () => (providerId === 'first' ? Promise.resolve() : Promise.reject(spent)),
      end: () => undefined,
    }),
  })
  const { ended } = await ask(opened.replies, question())
  const [first, ...rest] = await Promise.all(ended)
  expect(first).toMatchObject({ status: 'complete' })
  for (const one of rest) {
    expect(one).toMatchObject({ status: 'failed', error: { code: 'budgetSpent' } })
    expect(opened.database.all('SELECT * FROM spend WHERE message_id = ?', one.id)).toEqual([])
  }
})
