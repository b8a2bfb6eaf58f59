import type {
  Conversation,
  Message,
  ReplyFrame,
  ReplyInput,
} from '../../../../src/shared/chat/chat.ts'
import type { Bridge, StreamMessage } from '../../../../src/shared/ipc/wire.ts'

/** An open stream of replies, driven by the test. */
export interface OpenReply {
  input: ReplyInput
  send: (...frames: ReplyFrame[]) => void
  end: (message?: StreamMessage) => void
  closed: () => boolean
}

export interface FakeMain {
  bridge: Bridge
  replies: OpenReply[]
  calls: { name: string; input: unknown }[]
}

/**
 * Returns the other side of the bridge, with answers by method and replies that the test writes.
 */
export function createFakeMain(answers: Record<string, (input: never) => unknown>): FakeMain {
  const replies: OpenReply[] = []
  const calls: FakeMain['calls'] = []
  const bridge: Bridge = {
    call: (name, input) => {
      calls.push({ name, input })
      return Promise.resolve({ ok: true, value: answers[name]?.(input as never) ?? {} })
    },
    stream: (_name, input, listener) => {
      let closed = false
      replies.push({
        input: input as ReplyInput,
        send: (...frames) => listener({ type: 'frames', frames }),
        end: (message = { type: 'end' }) => listener(message),
        closed: () => closed,
      })
      return () => {
        closed = true
      }
    },
    on: () => () => undefined,
  }
  return { bridge, replies, calls }
}

export function createConversation(fields: Partial<Conversation> = {}): Conversation {
  return {
    id: crypto.randomUUID(),
    title: 'A chat',
    model: { providerId: 'p', modelId: 'm' },
    createdAt: 1,
    usedAt: 1,
    awaitsUser: false,
    isArchived: false,
    folderId: null,
    pinKey: null,
    ...fields,
  }
}

export function createMessage(conversation: Conversation, fields: Partial<Message> = {}): Message {
  const id = crypto.randomUUID()
  return {
    id,
    conversationId: conversation.id,
    parentId: null,
    role: 'assistant',
    status: 'complete',
    parts: [],
    citations: [],
    warnings: [],
    error: null,
    model: null,
    usage: null,
    requestId: null,
    createdAt: 1,
    firstTokenMilliseconds: null,
    durationMilliseconds: null,
    siblings: [id],
    ...fields,
  }
}
