import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createReplies } from '../../../../src/main/chat/reply/reply.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'

/** A report by the process: one line of JSON, written before anything else happens. */
export type Report =
  | { type: 'started'; conversationId: string; questionId: string; answerId: string; text: string }
  | { type: 'token'; answerId: string; index: number; at: number }
  | { type: 'finished'; answerId: string; tokens: number }

/** The last tokens of the text, of the call, and of the text after its result. */
const [textEnd, callEnd, answerEnd] = [20, 40, 60]

/**
 * Streams numbered tokens, partly in bursts and partly with pauses; those in the middle are a
 * call's.
 */
const provider: Provider = {
  models: async () => [],
  async *reply({ turns }) {
    const isAnswered = turns.at(-1)?.parts.some(({ type }) => type === 'toolResult') ?? false
    if (isAnswered) {
      yield* tokens(callEnd, answerEnd, (text) => ({ type: 'text', text }))
      yield { type: 'finish', reason: 'stop' }
      return
    }
    yield* tokens(0, textEnd, (text) => ({ type: 'text', text }))
    yield* tokens(textEnd, callEnd, (text, index) => {
      const start = index === textEnd ? '{"tokens":"' : ''
      const end = index === callEnd - 1 ? '"}' : ''
      return { type: 'toolCall', id: 'call', name: 'count', arguments: start + text + end }
    })
    yield { type: 'finish', reason: 'toolCalls' }
  },
}

async function* tokens(
  start: number,
  end: number,
  toEvent: (text: string, index: number) => ReplyEvent,
): AsyncGenerator<ReplyEvent> {
  for (let index = start; index < end; index++) {
    yield toEvent(`${index} `, index)
    if (Math.random() < 0.5) await delay(Math.random() < 0.05 ? 150 : Math.random() * 8)
  }
}

const tools = boxOf(
  testTool({
    name: 'count',
    async run() {
      await delay(Math.random() * 30)
      return { parts: [{ type: 'text', text: 'counted' }] }
    },
  }),
)

function report(line: Report): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

async function talk(path: string): Promise<void> {
  const database = openDatabase({ path, migrations })
  const replies = createReplies({
    database,
    lookup: async () => provider,
    broadcast: () => undefined,
    log: () => undefined,
    onComplete: () => undefined,
    onUsed: () => undefined,
    tools,
    effort: () => 'auto',
    readFile: () => Promise.reject(new Error('No files here')),
    storeFile: () => Promise.reject(new Error('No files here')),
    assertStored: () => undefined,
  })
  let place: { conversationId: string | null; parentId: string | null } = {
    conversationId: null,
    parentId: null,
  }
  for (let round = 0; ; round++) {
    const text = `question ${round} ${crypto.randomUUID()}`
    const model = { providerId: 'test', modelId: 'counter' }
    const signal = new AbortController().signal
    let answerId = ''
    let index = 0
    const input = { kind: 'send' as const, ...place, text, files: [], model }
    for await (const frame of replies.reply(input, signal)) {
      if (frame.type === 'started') {
        const [question, answer] = frame.messages
        answerId = answer?.id ?? ''
        const conversationId = frame.conversation.id
        place =
          round % 3 === 2
            ? { conversationId: null, parentId: null }
            : { conversationId, parentId: answerId }
        report({ type: 'started', conversationId, questionId: question?.id ?? '', answerId, text })
      } else if (frame.type === 'text' || frame.type === 'toolCall') {
        report({ type: 'token', answerId, index, at: Date.now() })
        index++
      } else if (frame.type === 'finished') {
        report({ type: 'finished', answerId, tokens: index })
      }
    }
  }
}

const [, , path] = process.argv
if (path !== undefined) await talk(path)
