import type { Message, ReplyInput } from '../../../src/shared/chat/chat.ts'
import type { ToolCallPart } from '../../../src/shared/chat/parts.ts'
import type { Consent, Tool } from '../../../src/main/tools/tool.ts'
import type { ReplyEvent } from '../../../src/main/providers/reply.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { boxOf, said, testTool } from '../tools/testTool.ts'
import { scriptedProvider } from './scriptedProvider.ts'
import { openChat, openHistory } from './testHistory.ts'

export interface Wanted {
  id: string
  name?: string
  arguments?: string
}

/** Returns a model that wants these calls at its first requests and then says that it is done. */
export function wanting(...rounds: Wanted[][]) {
  let count = 0
  return scriptedProvider(async function* () {
    const calls = rounds[count] ?? []
    count += 1
    for (const { id, name = 'door', arguments: given = '{}' } of calls) {
      yield { type: 'toolCall', id, name, arguments: given } satisfies ReplyEvent
    }
    if (calls.length === 0) yield { type: 'text', text: 'Done.' }
    yield { type: 'finish', reason: calls.length === 0 ? 'stop' : 'toolCalls' }
  })
}

/** Returns a tool that opens a door with the user's consent, and records that. */
export function door(
  opened: string[],
  consent: Consent = { ask: 'oncePerChat' },
  given?: Partial<Tool>,
) {
  return testTool({
    name: 'door',
    effect: 'write',
    consent: () => consent,
    run: (_input, { toolCallId }) => {
      opened.push(toolCallId)
      return Promise.resolve(said(`opened ${toolCallId}`))
    },
    ...given,
  })
}

export function callsOf({ parts }: Message): ToolCallPart[] {
  return parts.filter((part) => part.type === 'toolCall')
}

export function resultsOf({ parts }: Message): string[] {
  return parts.flatMap((part) => (part.type === 'toolResult' ? part.text : []))
}

type Word = Extract<ReplyInput, { kind: 'answerToolCall' }>

export function word(
  answer: Message,
  decision: Word['decision'],
  index = 0,
  more: Pick<Word, 'free' | 'alike'> = {},
): Word {
  const approvalId = callsOf(answer)[index]?.approval?.id ?? ''
  return { kind: 'answerToolCall', messageId: answer.id, approvalId, decision, ...more }
}

export function openDoors(
  rounds: Wanted[][],
  consent?: Consent,
  database: Database = openHistory(),
  given?: Partial<Tool>,
) {
  const opened: string[] = []
  const provider = wanting(...rounds)
  const chat = openChat(provider, database, { tools: boxOf(door(opened, consent, given)) })
  return { ...chat, opened, provider }
}
