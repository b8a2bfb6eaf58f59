import { atom } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { store } from '../../../../src/renderer/core/store.ts'
import { stopAnswer } from '../../../../src/renderer/chat/conversation/answering.ts'
import { columnMessagesAtom } from '../../../../src/renderer/chat/conversation/columnMessages.ts'
import {
  findConversation,
  putConversation,
} from '../../../../src/renderer/chat/conversation/conversations.ts'
import {
  runningRepliesAtom,
  startReply,
} from '../../../../src/renderer/chat/conversation/replies.ts'
import { textOf } from '../../../../src/renderer/chat/conversation/replyMessage.ts'
import {
  findThread,
  messagesOf,
  openThread,
  reloadThread,
} from '../../../../src/renderer/chat/conversation/thread.ts'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import { createConversation, createFakeMain, createMessage } from './fakeMain.ts'
import type { FakeMain, OpenReply } from './fakeMain.ts'

const conversation = createConversation()
const question = createMessage(conversation, { role: 'user' })
const answer = createMessage(conversation, { parentId: question.id, status: 'streaming' })
const input: Extract<ReplyInput, { kind: 'send' }> = {
  kind: 'send',
  conversationId: conversation.id,
  parentId: null,
  text: 'Why?',
  files: [],
  model: { providerId: 'p', modelId: 'm' },
}

let main: FakeMain
let onDisk: Message[]
let messageOnDisk: Message | undefined

beforeEach(() => {
  onDisk = []
  messageOnDisk = undefined
  main = createFakeMain({
    'chat.messages': () => ({ messages: onDisk, more: false }),
    'chat.message': () => messageOnDisk,
  })
  // The page draws a frame as soon as it asks for one.
  vi.stubGlobal('window', { bridge: main.bridge })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})

async function begin(...messages: Message[]): Promise<OpenReply> {
  const running = startReply(input)
  await vi.waitFor(() => expect(main.replies).toHaveLength(1))
  const [reply] = main.replies
  if (!reply) throw new Error('No reply was asked for')
  reply.send({ type: 'started', conversation, messages })
  await running
  return reply
}

function shown(): Message[] {
  const thread = findThread(conversation.id)
  return thread ? messagesOf(thread) : []
}

test('a reply is written into its thread while it comes, and finished as main has it', async () => {
  const reply = await begin(question, answer)
  expect(store.get(runningRepliesAtom).get(conversation.id)?.messageId).toBe(answer.id)
  reply.send({ type: 'text', text: 'Be' }, { type: 'text', text: 'cause' })
  await vi.waitFor(() => expect(shown().map(textOf)).toEqual(['', 'Because']))
  const finished = { ...answer, status: 'complete' as const, requestId: 'r' }
  reply.send({ type: 'finished', message: finished })
  reply.end()
  await vi.waitFor(() => expect(store.get(runningRepliesAtom).size).toBe(0))
  expect(shown()[1]).toEqual(finished)
})

test('a reply that does not start is refused to whoever asked for it', async () => {
  const running = startReply(input)
  await vi.waitFor(() => expect(main.replies).toHaveLength(1))
  main.replies[0]?.end({ type: 'error', error: { code: 'diskFull', message: 'full' } })
  await expect(running).rejects.toMatchObject({ code: 'diskFull' })
  expect(store.get(runningRepliesAtom).size).toBe(0)
})

test('a stream that breaks off shows the message as it lies on disk', async () => {
  const reply = await begin(question, answer)
  onDisk = [question, { ...answer, status: 'interrupted', parts: [{ type: 'text', text: 'Be' }] }]
  reply.end({ type: 'error', error: { code: 'internal', message: 'gone' } })
  await vi.waitFor(() => expect(shown()[1]?.status).toBe('interrupted'))
  expect(store.get(runningRepliesAtom).size).toBe(0)
})

test('another answer takes the place of the one before, and of all after it', async () => {
  const thread = openThread(conversation.id)
  onDisk = [question, { ...answer, status: 'complete' }]
  await thread.loaded
  const later = createMessage(conversation, { parentId: answer.id, role: 'user' })
  const first = await begin(later, createMessage(conversation, { parentId: later.id }))
  first.end()
  main.replies.length = 0
  const other = createMessage(conversation, { parentId: question.id, status: 'streaming' })
  const second = await begin(other)
  expect(shown().map(({ id }) => id)).toEqual([question.id, other.id])
  second.end()
})

test('a reply that starts late does not undo what an event told of its conversation', async () => {
  putConversation({ ...conversation, title: 'Made by the model', usedAt: 2 })
  const late = await begin(question, answer)
  expect(findConversation(conversation.id)?.title).toBe('Made by the model')
  late.end()
  await vi.waitFor(() => expect(store.get(runningRepliesAtom).size).toBe(0))
})

/** Begins two answers side by side, the second of which no stream follows yet. */
async function beginColumns() {
  const chat = createConversation()
  const asked = createMessage(chat, { role: 'user' })
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const columns = ids.map((id) =>
    createMessage(chat, {
      ...{ id, parentId: asked.id, status: 'streaming', columns: ids, siblings: ids },
    }),
  )
  const [beside] = columns.slice(1)
  const running = startReply({ ...input, conversationId: chat.id })
  await vi.waitFor(() => expect(main.replies).toHaveLength(1))
  main.replies[0]?.send({ type: 'started', conversation: chat, messages: [asked, ...columns] })
  await running
  await vi.waitFor(() => expect(main.replies).toHaveLength(2))
  const [first, joined] = main.replies
  if (!beside || !first || !joined) throw new Error('There is one column')
  const join = (): void =>
    joined.send({ type: 'started', conversation: chat, messages: [beside], isBeside: true })
  return {
    chat,
    asked,
    columns,
    beside,
    first,
    joined,
    join,
    isRunning: () => store.get(runningRepliesAtom).has(chat.id),
  }
}

type Columns = Awaited<ReturnType<typeof beginColumns>>

async function endAll({ columns, isRunning }: Columns): Promise<void> {
  for (const [place, message] of columns.entries()) {
    const reply = main.replies[place]
    reply?.send({ type: 'finished', message: { ...message, status: 'complete' } })
    reply?.end()
  }
  await vi.waitFor(() => expect(isRunning()).toBe(false))
}

test('Stop ends the columns that no stream follows yet, too', async () => {
  const begun = await beginColumns()
  const stopping = stopAnswer(begun.chat.id)
  const stopped = main.calls.filter(({ name }) => name === 'chat.stop').map(({ input }) => input)
  expect(stopped).toEqual(begun.columns.map(({ id }) => ({ messageId: id })))
  begun.join()
  await endAll(begun)
  await stopping
})

test('a column that can’t be followed is stopped, and shown as it lies on disk', async () => {
  const { first, joined, beside, isRunning } = await beginColumns()
  messageOnDisk = { ...beside, status: 'stopped' }
  joined.end({ type: 'error', error: { code: 'conflict', message: 'too late' } })
  const column = () => store.get(store.get(columnMessagesAtom).get(beside.id) ?? atom(undefined))
  await vi.waitFor(() => expect(column()).toEqual(messageOnDisk))
  expect(main.calls).toContainEqual({ name: 'chat.stop', input: { messageId: beside.id } })
  first.end()
  await vi.waitFor(() => expect(isRunning()).toBe(false))
})

test('a column that becomes the shown one meanwhile goes on being written', async () => {
  const begun = await beginColumns()
  const { chat, asked, beside, joined } = begun
  begun.join()
  joined.send({ type: 'text', text: 'It begins' })
  const thread = openThread(chat.id)
  onDisk = [asked, beside]
  await reloadThread(thread)
  joined.send({ type: 'text', text: ' and goes on.' })
  await vi.waitFor(() => {
    expect(messagesOf(thread).map(textOf)).toEqual(['', 'It begins and goes on.'])
  })
  await endAll(begun)
  expect(messagesOf(thread)[1]?.status).toBe('complete')
})
