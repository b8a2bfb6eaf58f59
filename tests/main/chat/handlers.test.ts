import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { chat as contract } from '../../../src/shared/chat/chat.ts'
import { createChatHandlers } from '../../../src/main/chat/handlers.ts'
import { createDeletions } from '../../../src/main/chat/history/deleteMessages.ts'
import { removeConversation } from '../../../src/main/chat/history/trash.ts'
import { getMessage } from '../../../src/main/chat/history/messages.ts'
import { saying, sayingThenSilent } from './scriptedProvider.ts'
import { readSentRequest } from '../../../src/main/chat/turns/sentRequest.ts'
import { createTokenCounter } from '../../../src/main/chat/turns/tokenCount.ts'
import {
  collect,
  model,
  openChat,
  openFrames,
  readStart,
  send,
  withoutFiles,
  type TestChat,
} from './testHistory.ts'

const caller = { windowId: 1 }
const nobody = (): boolean => false

const reading = {
  ...withoutFiles,
  now: Date.now,
  effort: () => 'auto' as const,
  instructions: () => null,
  tools: { list: async () => [] },
}

function handlersOf({ database, replies, broadcast }: TestChat) {
  const lookup = () => Promise.reject(new Error('No provider here'))
  const tokens = createTokenCounter({ database, lookup, readFile: withoutFiles.readFile })
  return createChatHandlers({
    ...{ database, replies, tokens, broadcast, ...withoutFiles },
    previewFiles: () => Promise.resolve([]),
    sentRequest: (input) => readSentRequest({ ...reading, database, isRunning: nobody }, input),
    copiers: [],
    purgeSoon: () => {},
    deletions: createDeletions({
      ...{ database, isRunning: replies.isRunning, purgeSoon: () => {}, log: () => {} },
    }),
    consent: () => Promise.resolve(true),
  })
}

test('what the handlers give is what the contract allows', async () => {
  const opened = openChat(saying('An answer'))
  const handlers = handlersOf(opened)
  const frames = await collect(handlers.reply(send('go'), new AbortController().signal, caller))
  for (const frame of frames) expect(contract.reply.frame.parse(frame)).toEqual(frame)
  const [conversation] = await handlers.list({ before: null, limit: 5 }, caller)
  const id = conversation?.id ?? ''
  const page = await handlers.messages({ conversationId: id, before: null, limit: 5 }, caller)
  expect(contract.messages.output.parse(page)).toEqual(page)
  expect(page.messages).toHaveLength(2)
  const hits = await handlers.search(
    contract.search.input.parse({ query: 'answer', limit: 5 }),
    caller,
  )
  expect(contract.search.output.parse(hits)).toEqual(hits)
  const renamed = await handlers.rename({ id, title: 'Mine' }, caller)
  expect(contract.rename.output.parse(renamed)).toEqual(renamed)
  expect(await handlers.get({ id }, caller)).toEqual(renamed)
  expect(await handlers.setModel({ id, model }, caller)).toEqual(renamed)
  await handlers.showVersion({ messageId: page.messages[1]?.id ?? '' }, caller)
})

test('every change is told to the windows', async () => {
  const opened = openChat(saying('An answer'))
  const handlers = handlersOf(opened)
  await collect(handlers.reply(send('go'), new AbortController().signal, caller))
  const [conversation] = await handlers.list({ before: null, limit: 5 }, caller)
  const id = conversation?.id ?? ''
  await handlers.rename({ id, title: 'Mine' }, caller)
  await handlers.remove({ id }, caller)
  await handlers.restore({ id }, caller)
  expect(opened.events.map((event) => event.name)).toEqual([
    'conversationChanged',
    'conversationChanged',
    'conversationChanged',
    'conversationRemoved',
    'conversationChanged',
  ])
})

test('the windows are told of a new message while the model is silent', async () => {
  const opened = openChat(sayingThenSilent('Half'))
  const reader = openFrames(opened.replies, send('go'))
  const { conversation } = await readStart(reader)
  await vi.waitFor(() => {
    expect(opened.events).toEqual([{ name: 'conversationChanged', payload: conversation }])
  })
  await reader.leave()
})

test('nobody is told of a new chat that is removed at once', async () => {
  const opened = openChat(sayingThenSilent('Half'))
  const reader = openFrames(opened.replies, send('go'))
  const { conversation } = await readStart(reader)
  removeConversation(opened.database, conversation.id, 1)
  await setImmediate()
  expect(opened.events).toEqual([])
  expect(opened.logged).toEqual([])
  await reader.leave()
})

test('a conversation that is removed while it answers stops answering', async () => {
  const opened = openChat(sayingThenSilent('Half'))
  const handlers = handlersOf(opened)
  const reader = openFrames(opened.replies, send('go'))
  const { conversation, answer } = await readStart(reader)
  await reader.next()
  await handlers.remove({ id: conversation.id }, caller)
  expect(await reader.next()).toMatchObject({ type: 'finished', message: { status: 'stopped' } })
  expect(getMessage(opened.database, answer.id, nobody).status).toBe('stopped')
  expect(await handlers.stop({ messageId: answer.id }, caller)).toEqual({})
  expect(opened.logged).toEqual([])
})
