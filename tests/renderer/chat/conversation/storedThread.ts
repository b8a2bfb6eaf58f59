import { vi } from 'vitest'
import { openThread } from '../../../../src/renderer/chat/conversation/thread.ts'
import type { Thread } from '../../../../src/renderer/chat/conversation/thread.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { createConversation, createFakeMain, createMessage } from './fakeMain.ts'
import type { FakeMain } from './fakeMain.ts'

interface PageInput {
  before: string | null
  limit: number
}

export interface StoredThread {
  thread: () => Thread
  /** The shown branch as stored. */
  messages: Message[]
  calls: FakeMain['calls']
  createNext: (parentId: string | null) => Message
  /** Shows another branch, which leaves the one before at this message. */
  branchAt: (index: number) => void
  /** Makes every call fail until the returned function is called. */
  breakDown: () => () => void
}

/** Returns a conversation of this many messages behind a bridge that gives them out in pages. */
export function createStored(count: number): StoredThread {
  const conversation = createConversation()
  const messages: Message[] = []
  const createNext = (parentId: string | null): Message =>
    createMessage(conversation, { parentId, parts: [{ type: 'text', text: 'Something' }] })
  const grow = (): void => {
    while (messages.length < count) messages.push(createNext(messages.at(-1)?.id ?? null))
  }
  grow()
  const endOf = (before: string | null): number =>
    before ? messages.findIndex(({ id }) => id === before) : messages.length
  const { bridge, calls } = createFakeMain({
    'chat.messages': ({ before, limit }: PageInput) => {
      const end = endOf(before)
      const start = Math.max(0, end - limit)
      return { messages: messages.slice(start, end), more: start > 0 }
    },
    'chat.outline': ({ before }: PageInput) =>
      messages.slice(0, endOf(before)).map(({ id, role }) => ({ id, role, length: 40 })),
  })
  vi.stubGlobal('window', { bridge })
  return {
    messages,
    calls,
    createNext,
    thread: () => openThread(conversation.id),
    branchAt: (index) => {
      messages.splice(index)
      grow()
    },
    breakDown: () => {
      const error = { code: 'diskFull' as const, message: 'full' }
      const broken = { ...bridge, call: () => Promise.resolve({ ok: false, error }) }
      vi.stubGlobal('window', { bridge: broken })
      return () => vi.stubGlobal('window', { bridge })
    },
  }
}
