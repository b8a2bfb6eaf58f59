import { expect, test } from 'vitest'
import {
  getConversation,
  renameConversation,
} from '../../../../src/main/chat/history/conversations.ts'
import { cleanTitle, createTitles, type Titles } from '../../../../src/main/chat/history/titles.ts'
import type { Usage } from '../../../../src/shared/chat/parts.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { scriptedProvider, type ScriptedProvider } from '../scriptedProvider.ts'
import { exchange, openChat, openHistory, send, type TestChat } from '../testHistory.ts'

test.each([
  ['The Tides and the Moon', 'The Tides and the Moon'],
  ['"The Tides."', 'The Tides'],
  ['Title: **The Tides**', 'The Tides'],
  ['**Title:** The Tides', 'The Tides'],
  ['# The Tides\n\nSome explanation.', 'The Tides'],
  ['<think>\nThe user wants…\n</think>\n\nThe Tides', 'The Tides'],
  ['<think>\nThe user wants a title and', ''],
  ['「潮の満ち引き」', '潮の満ち引き'],
  ['« Les marées »', 'Les marées'],
  ['„Die Gezeiten“', 'Die Gezeiten'],
  ['潮汐与月亮。', '潮汐与月亮'],
  ['---\nThe Tides\n---', 'The Tides'],
  ['...', ''],
  ['', ''],
  ['word '.repeat(60), ''],
])('of %j remains %j', (answer, title) => {
  expect(cleanTitle(answer)).toBe(title)
})

interface TitledChat {
  chat: TestChat
  titles: Titles
  provider: ScriptedProvider
  titleRequests: () => number
}

/** Answers a question at once, and the request for a title by `answerTitle`. */
function openTitled(
  answerTitle: (signal: AbortSignal) => AsyncIterable<string>,
  writesTitles = true,
): TitledChat {
  const provider = scriptedProvider(async function* (request, signal) {
    if (request.outputTokensMaximum === undefined) yield { type: 'text', text: 'The moon pulls.' }
    else for await (const text of answerTitle(signal)) yield { type: 'text', text }
    yield { type: 'finish', reason: 'stop' }
  })
  const chat = openChat(provider, openHistory())
  const { database, broadcast, logged } = chat
  const titles = createTitles({
    database,
    lookup: async () => provider,
    writesTitles: () => writesTitles,
    broadcast,
    log: (message) => logged.push(message),
  })
  const titleRequests = (): number =>
    provider.requests.filter((request) => request.outputTokensMaximum !== undefined).length
  return { chat, titles, provider, titleRequests }
}

async function* sayTitle(): AsyncGenerator<string> {
  yield '"Tides and '
  yield 'the Moon"'
}

function suggestLast({ chat, titles }: TitledChat): void {
  const last = chat.completed.at(-1)
  if (!last) throw new Error('No answer is complete')
  titles.suggest(last.answer, last.conversation)
}

test('after the first complete answer the model’s title takes the place of the first words', async () => {
  const titled = openTitled(sayTitle)
  const { database, replies, events } = titled.chat
  const { conversation } = await exchange(replies, send('Why are there tides?'))
  suggestLast(titled)
  await expect
    .poll(() => getConversation(database, conversation.id).title)
    .toBe('Tides and the Moon')
  expect(events.at(-1)).toMatchObject({
    name: 'conversationChanged',
    payload: { title: 'Tides and the Moon' },
  })
  const request = titled.provider.requests.at(-1)
  expect(JSON.stringify(request?.turns)).toContain('Why are there tides?')
  expect(JSON.stringify(request?.turns)).toContain('The moon pulls.')
})

test('a later answer asks for none', async () => {
  const titled = openTitled(sayTitle)
  const first = await exchange(titled.chat.replies, send('one'))
  const place = { conversationId: first.conversation.id, parentId: first.answer.id }
  await exchange(titled.chat.replies, send('two', place))
  suggestLast(titled)
  await new Promise((resolve) => setImmediate(resolve))
  expect(titled.titleRequests()).toBe(0)
})

test('the guide is never asked', async () => {
  const titled = openTitled(sayTitle, false)
  await exchange(titled.chat.replies, send('one'))
  suggestLast(titled)
  await new Promise((resolve) => setImmediate(resolve))
  expect(titled.titleRequests()).toBe(0)
})

test('the title that the user gives meanwhile stays', async () => {
  let answer: (title: string) => void = () => undefined
  const asked = new Promise<string>((resolve) => (answer = resolve))
  const titled = openTitled(async function* () {
    yield await asked
  })
  const { database, replies, events } = titled.chat
  const { conversation } = await exchange(replies, send('one'))
  suggestLast(titled)
  await expect.poll(titled.titleRequests).toBe(1)
  renameConversation(database, conversation.id, 'Mine')
  const before = events.length
  answer('The model’s')
  await new Promise((resolve) => setImmediate(resolve))
  expect(getConversation(database, conversation.id).title).toBe('Mine')
  expect(events).toHaveLength(before)
})

test('a failure keeps the first words, and is only logged', async () => {
  // oxlint-disable-next-line require-yield
  const titled = openTitled(async function* () {
    throw new AppError('rateLimited', 'Slow down')
  })
  const { database, replies, logged } = titled.chat
  const { conversation } = await exchange(replies, send('Some words'))
  suggestLast(titled)
  await expect.poll(() => logged.length).toBe(1)
  expect(getConversation(database, conversation.id).title).toBe('Some words')
})

test('the end of the app aborts the request', async () => {
  let aborted = false
  const titled = openTitled(async function* (signal) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    aborted = true
    yield 'Too late'
  })
  const { database, replies } = titled.chat
  const { conversation } = await exchange(replies, send('Some words'))
  suggestLast(titled)
  await expect.poll(titled.titleRequests).toBe(1)
  titled.titles.stopAll()
  await expect.poll(() => aborted).toBe(true)
  expect(getConversation(database, conversation.id).title).toBe('Some words')
})

test('the request for a title is in the ledger with its counts, and without them as unknown', async () => {
  let usage: Usage | undefined = { inputTokens: 90, outputTokens: 6 }
  const provider = scriptedProvider(async function* (request) {
    yield { type: 'text', text: 'Tides' }
    const isTitle = request.outputTokensMaximum !== undefined
    if (isTitle && usage) yield { type: 'usage', usage }
    yield { type: 'finish', reason: 'stop' }
  })
  const chat = openChat(provider, openHistory())
  const { database, broadcast } = chat
  const spent = async (): Promise<void> => {
    await exchange(chat.replies, send('go'))
    await new Promise<void>((resolve) => {
      const titles = createTitles({
        ...{ database, broadcast, lookup: async () => provider, writesTitles: () => true },
        log: () => undefined,
        onSpent: resolve,
        now: () => 5,
      })
      suggestLast({ chat, titles, provider, titleRequests: () => 0 })
    })
  }
  await spent()
  usage = undefined
  await spent()
  const rows = database.all(
    `SELECT spent_at, model_id, message_id, input_tokens, output_tokens FROM spend
     WHERE kind = 'title'`,
  )
  const title = { spent_at: 5, model_id: 'parrot-1', message_id: null }
  expect(rows).toEqual([
    { ...title, input_tokens: 90, output_tokens: 6 },
    { ...title, input_tokens: null, output_tokens: null },
  ])
})
