import { onTestFinished } from 'vitest'
import type {
  chat,
  Conversation,
  Message,
  ReplyFrame,
  ReplyInput,
} from '../../../src/shared/chat/chat.ts'
import type { Broadcast } from '../../../src/shared/ipc/define.ts'
import type { Provider } from '../../../src/main/providers/provider.ts'
import {
  createReplies,
  type Replies,
  type ReplyOptions,
} from '../../../src/main/chat/reply/reply.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

export const model = { providerId: 'test', modelId: 'parrot-1' }
export const notesFile = {
  ...{ id: 'a'.repeat(64), name: 'notes.txt', mediaType: 'text/plain', sizeBytes: 5 },
}
/** No answer is being written. */
export const nobody = (): boolean => false

export function openHistory(folder = temporaryFolder()): Database {
  const database = openDatabase({ path: historyPath(folder), migrations })
  onTestFinished(() => database.close())
  return database
}

/** For tests without a file store. */
export const withoutFiles = {
  readFile: () => Promise.reject(new Error('No files here')),
  storeFile: () => Promise.reject(new Error('No files here')),
  assertStored: () => undefined,
}

export interface Broadcasted {
  name: string
  payload: unknown
}

export interface TestChat {
  database: Database
  replies: Replies
  events: Broadcasted[]
  broadcast: Broadcast<typeof chat>
  completed: { answer: Message; conversation: Conversation }[]
  logged: string[]
}

/** Opens the real engine on a real file, with this provider behind it. */
export function openChat(
  provider: Provider,
  database = openHistory(),
  options: Partial<ReplyOptions> = {},
): TestChat {
  const events: Broadcasted[] = []
  const completed: TestChat['completed'] = []
  const logged: string[] = []
  const broadcast: Broadcast<typeof chat> = (name, payload) => events.push({ name, payload })
  const replies = createReplies({
    database,
    lookup: async () => provider,
    broadcast,
    log: (message) => logged.push(message),
    onComplete: (answer, conversation) => completed.push({ answer, conversation }),
    onUsed: () => undefined,
    ...withoutFiles,
    tools: { list: async () => [] },
    effort: () => 'auto',
    ...options,
  })
  return { database, replies, events, broadcast, completed, logged }
}

export async function collect(frames: AsyncIterable<ReplyFrame>): Promise<ReplyFrame[]> {
  const collected: ReplyFrame[] = []
  for await (const frame of frames) collected.push(frame)
  return collected
}

export interface Exchange {
  conversation: Conversation
  question: Message | undefined
  answer: Message
  frames: ReplyFrame[]
}

/** Runs a reply to its end. */
export async function exchange(replies: Replies, input: ReplyInput): Promise<Exchange> {
  const frames = await collect(replies.reply(input, new AbortController().signal))
  const [started] = frames
  const finished = frames.at(-1)
  if (started?.type !== 'started' || finished?.type !== 'finished') {
    throw new Error(`Not a whole stream: ${frames.map((frame) => frame.type).join(', ')}`)
  }
  return {
    conversation: started.conversation,
    question: started.messages.find((message) => message.role === 'user'),
    answer: finished.message,
    frames,
  }
}

export function send(
  text: string,
  place: { conversationId: string | null; parentId: string | null } = {
    conversationId: null,
    parentId: null,
  },
): Extract<ReplyInput, { kind: 'send' }> {
  return { kind: 'send', ...place, text, files: [], model }
}

export function textsOf(messages: readonly Message[]): string[] {
  return messages.map((message) =>
    message.parts.map((part) => ('text' in part ? part.text : part.type)).join('|'),
  )
}

export interface FrameReader {
  next: () => Promise<ReplyFrame | undefined>
  leave: () => Promise<void>
}

/** Reads a reply frame by frame. */
export function openFrames(
  replies: Replies,
  input: ReplyInput,
  signal = new AbortController().signal,
): FrameReader {
  const iterator = replies.reply(input, signal)[Symbol.asyncIterator]()
  return {
    async next() {
      const step: IteratorResult<ReplyFrame, unknown> = await iterator.next()
      return step.done ? undefined : step.value
    },
    async leave() {
      await iterator.return?.()
    },
  }
}

/** Reads up to the frame with the reply's ids. */
export async function readStart(reader: FrameReader): Promise<{
  conversation: Conversation
  answer: Message
}> {
  const frame = await reader.next()
  const answer = frame?.type === 'started' ? frame.messages.at(-1) : undefined
  if (frame?.type !== 'started' || !answer) throw new Error('The reply has not started')
  return { conversation: frame.conversation, answer }
}
