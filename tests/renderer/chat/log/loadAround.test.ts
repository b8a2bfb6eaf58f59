import { expect, test } from 'vitest'
import { store } from '../../../../src/renderer/core/store.ts'
import {
  forgetFailures,
  loadAround,
  loadNewest,
} from '../../../../src/renderer/chat/log/loadAround.ts'
import {
  findMessage,
  messagesOf,
  retryThread,
} from '../../../../src/renderer/chat/conversation/thread.ts'
import { createStored } from '../conversation/storedThread.ts'

function pagesAskedFor(calls: readonly { name: string }[]): number {
  return calls.filter(({ name }) => name === 'chat.messages').length
}

test('what is around the shown messages comes into memory, and is asked for once', async () => {
  const { thread: open, messages, calls } = createStored(2000)
  const thread = open()
  await thread.known
  const shown = { start: 1000, end: 1010 }
  await Promise.all([loadAround(thread, shown, []), loadAround(thread, shown, [])])
  for (const message of messages.slice(990, 1020)) {
    expect(findMessage(thread, message.id)).toBeDefined()
  }
  const pages = pagesAskedFor(calls)
  await loadAround(thread, shown, [])
  expect(pagesAskedFor(calls)).toBe(pages)
  expect(findMessage(thread, messages[500]?.id ?? '')).toBeUndefined()
})

test('however much is read, what is in memory has a limit, and the newest are always there', async () => {
  const { thread: open, messages } = createStored(5000)
  const thread = open()
  await thread.known
  const most = { count: 0 }
  for (let start = 4900; start >= 0; start -= 50) {
    await loadAround(thread, { start, end: start + 10 }, [])
    most.count = Math.max(most.count, messagesOf(thread).length)
    expect(messagesOf(thread).at(-1)?.id).toBe(messages.at(-1)?.id)
  }
  expect(most.count).toBeLessThan(1000)
})

test('what is kept is loaded and stays, wherever the reader goes', async () => {
  const { thread: open, messages } = createStored(5000)
  const thread = open()
  await thread.known
  const kept = [{ start: 100, end: 110 }]
  for (let start = 4900; start >= 2000; start -= 100) {
    await loadAround(thread, { start, end: start + 10 }, kept)
  }
  expect(findMessage(thread, messages[105]?.id ?? '')).toBeDefined()
})

test('all of a conversation is loaded for printing', async () => {
  const { thread: open, messages } = createStored(700)
  const thread = open()
  await loadNewest(thread, 650)
  expect(messagesOf(thread)).toEqual(messages.slice(-650))
})

test('a page that could not be loaded is an error, and is asked for again on request', async () => {
  const { thread: open, messages, breakDown } = createStored(500)
  const thread = open()
  await thread.known
  const repair = breakDown()
  const shown = { start: 0, end: 10 }
  await loadAround(thread, shown, [])
  expect(store.get(thread.stateAtom).error?.code).toBe('diskFull')
  repair()
  forgetFailures(thread)
  await retryThread(thread)
  await loadAround(thread, shown, [])
  expect(findMessage(thread, messages[5]?.id ?? '')).toBeDefined()
})
