import { expect, test, vi } from 'vitest'
import { currentIdAtom } from '../../../../src/renderer/chat/conversation/conversations.ts'
import { store } from '../../../../src/renderer/core/store.ts'

test('after a crash the page starts although its storage is full', async () => {
  const crashed = crypto.randomUUID()
  const refuse = (): never => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse })
  vi.stubGlobal('sessionStorage', {
    getItem: () => crashed,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
  vi.stubGlobal('addEventListener', () => undefined)
  const chats = await import('../../../../src/renderer/chat/conversation/crashedChats.ts')
  chats.watchForCrashes()
  expect(store.get(currentIdAtom)).toBe(crashed)
  expect(store.get(chats.crashedChatsAtom)).toContain(crashed)
})
