import { expect, test } from 'vitest'
import { store } from '../../../../src/renderer/core/store.ts'
import {
  cancelReveal,
  revealMessage,
  revealedAtom,
} from '../../../../src/renderer/chat/log/revealMessage.ts'
import { createStored } from '../conversation/storedThread.ts'

test('of two messages that are asked for, the one asked for last is revealed', async () => {
  const { thread: open, messages } = createStored(700)
  const thread = open()
  const far = messages[3]?.id ?? ''
  const near = messages.at(-1)?.id ?? ''
  await thread.loaded
  // The end is known at once; the far message only once the rest has been read.
  const first = revealMessage(thread, far)
  expect(await revealMessage(thread, near)).toBe(true)
  expect(await first).toBe(true)
  expect(store.get(revealedAtom)).toMatchObject({ messageId: near })
})

test('a reveal that is given up does not happen later', async () => {
  const { thread: open, messages } = createStored(700)
  const pending = revealMessage(open(), messages[3]?.id ?? '')
  cancelReveal()
  await pending
  expect(store.get(revealedAtom)).toBeNull()
})
