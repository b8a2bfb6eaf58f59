import { expect, test, vi } from 'vitest'
import { store } from '../../../src/renderer/app/store.ts'
import {
  continueThread,
  findThread,
  keepThread,
  loadOlder,
  openThread,
  reloadThread,
  retryThread,
  seekMessage,
} from '../../../src/renderer/chat/thread.ts'
import type { Thread } from '../../../src/renderer/chat/thread.ts'
import type { Message } from '../../../src/shared/chat.ts'
import { createConversation, createFakeMain, createMessage } from './fakeMain.ts'

interface PageInput {
  before: string | null
  limit: number
}

/** A conversation of so many messages, behind a bridge that gives them out in pages. */
function createStored(count: number): { thread: () => Thread; messages: Message[] } {
  const conversation = createConversation()
  const messages: Message[] = []
  for (let index = 0; index < count; index += 1) {
    messages.push(createMessage(conversation, { parentId: messages.at(-1)?.id ?? null }))
  }
  const { bridge } = createFakeMain({
    'chat.messages': ({ before, limit }: PageInput) => {
      const end = before ? messages.findIndex(({ id }) => id === before) : messages.length
      const start = Math.max(0, end - limit)
      return { messages: messages.slice(start, end), more: start > 0 }
    },
  })
  vi.stubGlobal('window', { bridge })
  return { messages, thread: () => openThread(conversation.id) }
}

function idsOf(thread: Thread): string[] {
  return store.get(thread.stateAtom).messages.map(({ id }) => id)
}

test('a long conversation opens with its end, and grows upwards page by page', async () => {
  const { thread: open, messages } = createStored(1000)
  const thread = open()
  await thread.loaded
  const first = store.get(thread.stateAtom)
  expect(first.messages.length).toBeLessThan(100)
  expect(first.more).toBe(true)
  await loadOlder(thread)
  const second = store.get(thread.stateAtom)
  expect(second.messages.slice(-first.messages.length)).toEqual(first.messages)
  expect(idsOf(thread)).toEqual(messages.slice(-second.messages.length).map(({ id }) => id))
})

test('a message far back is reached, and one of another branch is not', async () => {
  const { thread: open, messages } = createStored(700)
  const thread = open()
  await thread.loaded
  expect(await seekMessage(thread, messages[3]?.id ?? '')).toBe(true)
  expect(await seekMessage(thread, crypto.randomUUID())).toBe(false)
  expect(idsOf(thread)).toEqual(messages.map(({ id }) => id))
})

test('loading anew keeps the older pages and the atoms of what is shown', async () => {
  const { thread: open } = createStored(300)
  const thread = open()
  await thread.loaded
  await loadOlder(thread)
  const before = store.get(thread.stateAtom).messages
  await reloadThread(thread)
  expect(store.get(thread.stateAtom).messages).toEqual(before)
  expect(store.get(thread.stateAtom).messages.at(-1)?.atom).toBe(before.at(-1)?.atom)
})

test('two askers for the older page get it once', async () => {
  const { thread: open } = createStored(200)
  const thread = open()
  await thread.loaded
  await Promise.all([loadOlder(thread), loadOlder(thread)])
  expect(new Set(idsOf(thread)).size).toBe(idsOf(thread).length)
})

test('a failure to load is shown, and can be tried again', async () => {
  const { thread: open, messages } = createStored(5)
  const working = window.bridge
  const broken = { code: 'diskFull' as const, message: 'full' }
  vi.stubGlobal('window', {
    bridge: { ...working, call: () => Promise.resolve({ ok: false, error: broken }) },
  })
  const thread = open()
  await thread.loaded
  expect(store.get(thread.stateAtom).error).toEqual({ ...broken, details: {} })
  vi.stubGlobal('window', { bridge: working })
  await retryThread(thread)
  expect(store.get(thread.stateAtom).error).toBeUndefined()
  expect(idsOf(thread)).toEqual(messages.map(({ id }) => id))
})

test('conversations not looked at for long are forgotten, but none that is being answered', () => {
  const busy = createConversation()
  continueThread(busy.id, [])
  keepThread(busy.id, true)
  for (let index = 0; index < 20; index += 1) createStored(1).thread()
  expect(findThread(busy.id)).toBeDefined()
  keepThread(busy.id, false)
  for (let index = 0; index < 20; index += 1) createStored(1).thread()
  expect(findThread(busy.id)).toBeUndefined()
})
