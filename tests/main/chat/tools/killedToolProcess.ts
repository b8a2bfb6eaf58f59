import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createReplies } from '../../../../src/main/chat/reply/reply.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'

/** A report by the process: one line of JSON, written before anything else happens. */
export type ToolReport =
  | { type: 'begun' }
  /** The user has allowed this call. */
  | { type: 'allowed'; call: string }
  | { type: 'ran'; call: string; tool: string }

const names = ['mail', 'door', 'mail']

/** Asks for three calls at each question, and then says that it is done. */
const provider: Provider = {
  models: async () => [],
  async *reply({ turns }): AsyncGenerator<ReplyEvent> {
    const isAnswered = turns.at(-1)?.parts.some(({ type }) => type === 'toolResult') ?? false
    await delay(Math.random() * 5)
    if (isAnswered) {
      yield { type: 'text', text: 'Done.' }
      yield { type: 'finish', reason: 'stop' }
      return
    }
    for (const [at, name] of names.entries()) {
      yield { type: 'toolCall', id: `call ${String(at)}`, name, arguments: '{}' }
    }
    yield { type: 'finish', reason: 'toolCalls' }
  },
}

/** Both change something, and only the first needs the user's word. */
const tools = boxOf(
  ...(['mail', 'door'] as const).map((name) =>
    testTool({
      name,
      effect: name === 'mail' ? 'outside' : 'write',
      consent: () => ({ ask: name === 'mail' ? 'always' : 'never' }),
      async run(_input, { messageId, toolCallId }) {
        report({ type: 'ran', call: `${messageId} ${toolCallId}`, tool: name })
        await delay(Math.random() * 15)
        return said('done')
      },
    }),
  ),
)

function report(line: ToolReport): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

async function talk(path: string): Promise<void> {
  const database = openDatabase({ path, migrations })
  report({ type: 'begun' })
  recoverInterrupted(database)
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

  /** Plays the user until the answer has come to its end. */
  async function play(first: ReplyInput): Promise<void> {
    let input: ReplyInput | undefined = first
    while (input) {
      let answer: Message | undefined
      for await (const frame of replies.reply(input, new AbortController().signal)) {
        if (frame.type === 'finished') answer = frame.message
      }
      input = answer && allowNext(answer)
    }
  }

  for (const { id, status } of database.all('SELECT id, status FROM message')) {
    const messageId = String(id)
    if (status === 'interrupted') await play({ kind: 'continue', messageId })
  }
  for (;;) {
    await play({
      kind: 'send',
      conversationId: null,
      parentId: null,
      text: 'go',
      files: [],
      model: { providerId: 'test', modelId: 'caller' },
    })
  }
}

function allowNext({ id, parts, status }: Message): ReplyInput | undefined {
  if (status !== 'awaiting') return undefined
  const asked = parts.find((part) => part.type === 'toolCall' && part.state === 'awaiting')
  if (asked?.type !== 'toolCall' || !asked.approval) return undefined
  report({ type: 'allowed', call: `${id} ${asked.id}` })
  const approvalId = asked.approval.id
  return { kind: 'answerToolCall', messageId: id, approvalId, decision: 'once' }
}

const [, , path] = process.argv
if (path !== undefined) await talk(path)
