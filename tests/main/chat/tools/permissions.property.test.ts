import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeepStrictEqual } from 'node:util'
import type { Message, ReplyInput } from '../../../../src/shared/chat/chat.ts'
import type { ToolCallPart } from '../../../../src/shared/chat/parts.ts'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import { listGrants, revokeGrant } from '../../../../src/main/tools/grants.ts'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { callsOf, wanting } from '../openDoors.ts'
import { openChat, openFrames, openHistory, send, type TestChat } from '../testHistory.ts'

const decisions = ['once', 'chat', 'arguments', 'always', 'deny'] as const
type Decision = (typeof decisions)[number]

const call = fc.record({
  name: fc.constantFrom('look', 'door', 'mail'),
  input: fc.record({ to: fc.constantFrom('a', 'b') }, { requiredKeys: [] }),
})

/** One turn: what happens before it, what the model asks for, what the user says, how it ends. */
const turn = fc.record({
  before: fc.constantFrom('nothing', 'nothing', 'revoke', 'change', 'newChat'),
  calls: fc.array(call, { minLength: 1, maxLength: 4 }),
  words: fc.array(fc.constantFrom<Decision>(...decisions), { maxLength: 4 }),
  /** The process is killed, or the user presses Stop, while this call runs. */
  ending: fc.constantFrom('none', 'none', 'kill', 'stop'),
  endingAt: fc.nat(3),
  killWhileAsked: fc.boolean(),
})
type Turn = typeof turn extends fc.Arbitrary<infer Value> ? Value : never

const effects: Record<string, Tool['effect']> = { look: 'read', door: 'write', mail: 'outside' }

/** The user's permissions as the test itself keeps them. */
interface Allowed {
  lasts: Exclude<Decision, 'deny' | 'once'>
  name: string
  chat: string | undefined
  version: number
  input: unknown
}

/** Plays turns against the real chat, and records each run with what allowed it. */
function createPlay(database: Database) {
  for (const { id } of listGrants(database)) revokeGrant(database, id)
  const allowed: Allowed[] = []
  /** Questions that the user has answered with yes, by message and call. */
  const decided = new Set<string>()
  const runs = new Map<string, number>()
  const wrong: string[] = []
  let version = 1
  let place: { conversationId: string | null; parentId: string | null } = {
    conversationId: null,
    parentId: null,
  }
  let answerId = ''
  let onRun = (): boolean => false
  let hanging = Promise.withResolvers<'hanging'>()
  let chat: TestChat

  const tools = () =>
    boxOf(
      ...Object.entries(effects).map(([name, effect]) =>
        testTool({
          name,
          effect,
          pluginId: 'plugin',
          hash: `${name} ${String(version)}`,
          parameters: { type: 'object', properties: { to: { type: 'string' } } },
          consent: () => ({ ask: 'oncePerChat' }),
          run: (input, { toolCallId, conversationId, messageId }) => {
            note(name, input, `${messageId} ${toolCallId}`, conversationId)
            return onRun() ? new Promise(() => undefined) : Promise.resolve(said('done'))
          },
        }),
      ),
    )

  function note(name: string, input: unknown, key: string, chat: string): void {
    const count = (runs.get(key) ?? 0) + 1
    runs.set(key, count)
    if (count > 1 && effects[name] !== 'read') wrong.push(`${name} ran twice`)
    const isAllowed =
      decided.has(key) ||
      allowed.some(
        (given) =>
          given.name === name &&
          given.version === version &&
          (given.lasts === 'always' || given.chat === chat) &&
          (given.lasts !== 'arguments' || isDeepStrictEqual(given.input, input)),
      )
    if (!isAllowed) wrong.push(`${name} ran without a permission`)
  }

  async function play(turns: readonly Turn[]): Promise<string[]> {
    for (const given of turns) await playTurn(given)
    return wrong
  }

  async function playTurn(given: Turn): Promise<void> {
    if (given.before === 'revoke') {
      for (const { id } of listGrants(database)) revokeGrant(database, id)
      allowed.length = 0
    }
    if (given.before === 'change') version += 1
    if (given.before === 'newChat') place = { conversationId: null, parentId: null }
    const wanted = given.calls.map(({ name, input }, at) => ({
      id: `call ${String(at)}`,
      name,
      arguments: JSON.stringify(input),
    }))
    chat = openChat(wanting(wanted), database, { tools: tools() })
    let left = given.ending === 'none' ? -1 : given.endingAt
    onRun = () => {
      const hangs = left-- === 0
      if (hangs) hanging.resolve('hanging')
      return hangs
    }
    const words = [...given.words]
    let input: ReplyInput | undefined = send('go', place)
    while (input) {
      const id = await run(chat, input, given.ending)
      if (given.killWhileAsked) restart()
      input = next(
        getMessage(database, id, () => false),
        words,
      )
    }
    const { conversationId } = getMessage(database, answerId, () => false)
    place = { conversationId, parentId: answerId }
  }

  /** Runs to the end, or until a tool hangs. Returns the answer's id. */
  async function run(chat: TestChat, input: ReplyInput, ending: Turn['ending']): Promise<string> {
    const frames = openFrames(chat.replies, input)
    for (;;) {
      const frame = await Promise.race([frames.next(), hanging.promise])
      if (frame === 'hanging') {
        hanging = Promise.withResolvers()
        if (ending === 'stop') chat.replies.stop(answerId)
        else restart()
        return answerId
      }
      if (!frame) return answerId
      if (frame.type === 'started') answerId = frame.messages.at(-1)?.id ?? ''
    }
  }

  /** Leaves everything as a kill does: only committed rows remain. */
  function restart(): void {
    recoverInterrupted(database)
    chat = openChat(wanting(), database, { tools: tools() })
  }

  /** Returns the user's next step: a decision, or Continue after a kill. */
  function next(answer: Message, words: Decision[]): ReplyInput | undefined {
    if (answer.status === 'interrupted') return { kind: 'continue', messageId: answer.id }
    if (answer.status !== 'awaiting') return undefined
    const asked = callsOf(answer).find(({ state }) => state === 'awaiting')
    if (!asked?.approval) return undefined
    const decision = words.shift() ?? 'deny'
    remember(answer, asked, decision)
    return {
      kind: 'answerToolCall',
      messageId: answer.id,
      approvalId: asked.approval.id,
      decision,
      free: [],
    }
  }

  function remember(answer: Message, { id, name, arguments: text }: ToolCallPart, given: Decision) {
    if (given === 'deny') return
    decided.add(`${answer.id} ${id}`)
    if (given === 'once' || (given === 'always' && effects[name] === 'write')) return
    const chat = answer.conversationId
    allowed.push({ lasts: given, name, chat, version, input: JSON.parse(text) })
  }

  return { play }
}

test('no call has an effect without a permission, and none has it twice', async () => {
  const database = openHistory()
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
      expect(await createPlay(database).play(turns)).toEqual([])
    }),
    { numRuns: 40 },
  )
})
