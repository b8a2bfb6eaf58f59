import { beforeEach, expect, test, vi } from 'vitest'
import { store } from '../../../../src/renderer/core/store.ts'
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
} from '../../../../src/renderer/chat/conversation/thread.ts'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import { createConversation, createFakeMain, createMessage } from './fakeMain.ts'
import type { FakeMain, OpenReply } from './fakeMain.ts'

const conversation = createConversation()
const question = createMessage(conversation, { role: 'user' })
const answer = createMessage(conversation, { parentId: question.id, status: 'streaming' })
const input: ReplyInput = {
  kind: 'send',
  conversationId: conversation.id,
  parentId: null,
  text: 'Why?',
  files: [],
  model: { providerId: 'p', modelId: 'm' },
}

let main: FakeMain
let onDisk: Message[]

beforeEach(() => {
  onDisk = []
  main = createFakeMain({ 'chat.messages': () => ({ messages: onDisk, more: false }) })
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
  await begin(other)
  expect(shown().map(({ id }) => id)).toEqual([question.id, other.id])
})

test('a reply that starts late does not undo what an event told of its conversation', async () => {
  putConversation({ ...conversation, title: 'Made by the model', usedAt: 2 })
  const late = await begin(question, answer)
  expect(findConversation(conversation.id)?.title).toBe('Made by the model')
  late.end()
  await vi.waitFor(() => expect(store.get(runningRepliesAtom).size).toBe(0))
})
