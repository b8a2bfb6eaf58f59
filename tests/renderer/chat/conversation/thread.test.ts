import { expect, test, vi } from 'vitest'
import { store } from '../../../../src/renderer/core/store.ts'
import {
  continueThread,
  findMessage,
  findThread,
  keepThread,
  messagesOf,
  reloadThread,
  retryThread,
  seekMessage,
} from '../../../../src/renderer/chat/conversation/thread.ts'
import type { Thread } from '../../../../src/renderer/chat/conversation/thread.ts'
import { createConversation } from './fakeMain.ts'
import { createStored } from './storedThread.ts'

function idsOf(thread: Thread): string[] {
  return store.get(thread.stateAtom).messages.map(({ id }) => id)
}

test('a long conversation opens with its end, and then knows all its messages', async () => {
  const { thread: open, messages } = createStored(1000)
  const thread = open()
  await thread.loaded
  const newest = idsOf(thread)
  expect(newest.length).toBeLessThan(100)
  expect(newest).toEqual(messages.slice(-newest.length).map(({ id }) => id))
  await thread.known
  expect(idsOf(thread)).toEqual(messages.map(({ id }) => id))
  expect(messagesOf(thread).map(({ id }) => id)).toEqual(newest)
  expect(store.get(thread.stateAtom).more).toBe(false)
})

test('a message far back is known of, and one of another branch is not', async () => {
  const { thread: open, messages } = createStored(700)
  const thread = open()
  expect(await seekMessage(thread, messages[3]?.id ?? '')).toBe(true)
  expect(await seekMessage(thread, crypto.randomUUID())).toBe(false)
  expect(findMessage(thread, messages[3]?.id ?? '')).toBeUndefined()
})

test('loading anew keeps what is known, and the atoms of what is in memory', async () => {
  const { thread: open } = createStored(300)
  const thread = open()
  await thread.known
  const before = store.get(thread.stateAtom).messages
  await reloadThread(thread)
  expect(store.get(thread.stateAtom).messages).toEqual(before)
  expect(store.get(thread.stateAtom).messages.at(-1)?.atom).toBe(before.at(-1)?.atom)
})

test('a branch that arrives late does not replace the one shown since', async () => {
  const { thread: open, messages, branchAt } = createStored(300)
  const thread = open()
  await thread.known
  const shown = [...messages]
  const { bridge } = window
  const outline = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  vi.stubGlobal('window', {
    bridge: {
      ...bridge,
      call: async (name: string, input: unknown) => {
        if (name !== 'chat.outline') return bridge.call(name, input)
        asked.resolve()
        await outline.promise
        return bridge.call(name, input)
      },
    },
  })
  branchAt(100)
  const late = reloadThread(thread)
  await asked.promise
  messages.splice(0, messages.length, ...shown)
  await reloadThread(thread)
  outline.resolve()
  await late
  expect(idsOf(thread)).toEqual(shown.map(({ id }) => id))
})

test('another branch takes the place of the one that was shown, without a gap', async () => {
  const { thread: open, messages, branchAt } = createStored(300)
  const thread = open()
  await thread.known
  branchAt(100)
  await reloadThread(thread)
  expect(idsOf(thread)).toEqual(messages.map(({ id }) => id))
})

test('a new message takes the place of what stood after its parent', async () => {
  const { thread: open, messages, createNext } = createStored(200)
  const thread = open()
  await thread.known
  const edited = createNext(messages[49]?.id ?? null)
  continueThread(thread.conversationId, [edited])
  expect(idsOf(thread)).toEqual([...messages.slice(0, 50).map(({ id }) => id), edited.id])
})

test('what comes while the older ones are asked for stays at the end', async () => {
  const { thread: open, messages, createNext } = createStored(200)
  const thread = open()
  await thread.loaded
  const next = createNext(messages.at(-1)?.id ?? null)
  continueThread(thread.conversationId, [next])
  await thread.known
  expect(idsOf(thread)).toEqual([...messages.map(({ id }) => id), next.id])
})

test('a failure to load is shown, and can be tried again', async () => {
  const { thread: open, messages, breakDown } = createStored(5)
  const repair = breakDown()
  const thread = open()
  await thread.loaded
  expect(store.get(thread.stateAtom).error?.code).toBe('diskFull')
  repair()
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
