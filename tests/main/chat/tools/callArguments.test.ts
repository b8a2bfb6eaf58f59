import { describe, expect, test } from 'vitest'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import { calledTool } from '../../../../src/shared/plugins/calledTool.ts'
import { lastApproved, listGrants } from '../../../../src/main/tools/grants.ts'
import type { Tool } from '../../../../src/main/tools/tool.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import { boxOf, said, testTool } from '../../tools/testTool.ts'
import { callsOf, resultsOf, wanting, word, type Wanted } from '../openDoors.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const plugin: Partial<Tool> = { pluginId: 'doors', pluginTitle: 'Doors', hash: 'one' }

/** Opens a chat with a tool that takes any arguments, and records what it was sent. */
function open(rounds: Wanted[][], database: Database = openHistory(), more: readonly Tool[] = []) {
  const sent: string[] = []
  const judged: string[] = []
  const tool = testTool({
    name: 'door',
    effect: 'outside',
    ...plugin,
    parameters: { type: 'object' },
    consent(_input, { argumentsText }) {
      judged.push(argumentsText)
      return { ask: 'oncePerChat' }
    },
    run(input, { argumentsText }) {
      expect(JSON.stringify(input)).toBe(argumentsText)
      sent.push(argumentsText)
      return Promise.resolve(said('opened'))
    },
  })
  const provider = wanting(...rounds)
  return {
    ...openChat(provider, database, { tools: boxOf(tool, ...more) }),
    provider,
    sent,
    judged,
    database,
  }
}

const shownOf = (answer: Message): string[] =>
  callsOf(answer).map((call) => calledTool(call).arguments)

const spaced = ' { "to" : "Ann" ,\n "n" : 1.0e2, "\\u0061" : "\\u2028\\/" } '
const canonical = '{"to":"Ann","n":100,"a":"\u2028/"}'

test.each([
  ['white space and notation', spaced, canonical],
  ['no text', '', '{}'],
  ['names like numbers', '{"2":1,"1":2}', '{"1":2,"2":1}'],
])('%s: one text is judged, shown and sent', async (_what, written, text) => {
  const { replies, sent, judged, database } = open([[{ id: 'a', arguments: written }]])
  const { answer } = await exchange(replies, send('open it'))
  expect(callsOf(answer)[0]?.arguments).toBe(written)
  expect(shownOf(answer)).toEqual([text])
  await exchange(replies, word(answer, 'once'))
  expect(new Set([...judged, ...sent])).toEqual(new Set([text]))
  expect(sent).toEqual([text])
  expect(lastApproved(database, 'door', 'doors')).toBe(text)
})

test('it is the same after a restart', async () => {
  const { replies, database } = open([[{ id: 'a', arguments: spaced }]])
  const { answer } = await exchange(replies, send('open it'))
  recoverInterrupted(database)
  const next = open([], database)
  await exchange(next.replies, word(answer, 'once'))
  expect(next.sent).toEqual(shownOf(answer))
})

test('it is the same by way of call_tool', async () => {
  const others = Array.from({ length: 30 }, (_, at) =>
    testTool({ name: `other_${String(at)}`, ...plugin }),
  )
  const call = { id: 'a', name: 'call_tool', arguments: `{"name":"door", "arguments":${spaced}}` }
  const { replies, sent } = open([[call]], openHistory(), others)
  const { answer } = await exchange(replies, send('open it'))
  expect(shownOf(answer)).toEqual([canonical])
  await exchange(replies, word(answer, 'once'))
  expect(sent).toEqual([canonical])
})

const altered = [
  ['a rounded number', '{"id":9007199254740993}'],
  ['a deep rounded number', '{"a":[{"id":12345678901234567890}]}'],
  ['infinity', '{"x":1e400}'],
  ['minus zero', '{"x":-0}'],
  ['__proto__', '{"__proto__":{"to":"Bob"}}'],
  ['a deep __proto__', '{"a":{"__proto__":1}}'],
  ['two values', '{"to":"Ann","to":"Bob"}'],
  ['half a character', '{"to":"\\ud800"}'],
  ['too many levels', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
] as const

test.each(altered)('%s is not asked for and not sent', async (_what, written) => {
  for (const call of [
    { id: 'a', arguments: written },
    { id: 'a', name: 'call_tool', arguments: `{"name":"door","arguments":${written}}` },
  ]) {
    const { replies, sent, judged, provider } = open([[call]])
    const { answer } = await exchange(replies, send('open it'))
    expect(answer.status).toBe('complete')
    expect(answer.parts).toContainEqual(
      expect.objectContaining({ type: 'toolResult', failed: true, refusal: 'argumentsAltered' }),
    )
    expect(resultsOf(answer)[0]).toMatch(/number|named|names?|character|levels/)
    expect([...judged, ...sent]).toEqual([])
    // The model is told why, in the next request.
    expect(JSON.stringify(provider.requests[1])).toContain(JSON.stringify(resultsOf(answer)[0]))
  }
})

test.each(altered)(
  'a call with %s that an earlier version asked for is not sent',
  async (_what, written) => {
    const { replies, database } = open([[{ id: 'a', arguments: '{"to":"Ann"}' }]])
    const { answer } = await exchange(replies, send('open it'))
    const parts = answer.parts.map((part) =>
      part.type === 'toolCall' ? { ...part, arguments: written } : part,
    )
    database.run('UPDATE message SET parts = ? WHERE id = ?', JSON.stringify(parts), answer.id)
    const { answer: gone } = await exchange(replies, word(answer, 'once'))
    expect(gone.parts).toContainEqual(expect.objectContaining({ refusal: 'argumentsAltered' }))
  },
)

describe('allowed with these arguments', () => {
  test.each([
    ['the same in another notation', '{ "n":1e2, "a":"\\u2028/","to":"Ann" }', 'complete'],
    ['a blank name beside them', '{"to":"Ann","n":100,"a":"\\u2028/","":"Bob"}', 'awaiting'],
    ['another number', '{"to":"Ann","n":100.5,"a":"\\u2028/"}', 'awaiting'],
  ])('%s', async (_what, written, status) => {
    const { replies, database } = open([[{ id: 'a', arguments: spaced }]])
    const { answer } = await exchange(replies, send('open it'))
    const { answer: first } = await exchange(replies, word(answer, 'arguments'))
    const next = open([[{ id: 'b', arguments: written }]], database)
    const place = { conversationId: first.conversationId, parentId: first.id }
    const { answer: second } = await exchange(next.replies, send('again', place))
    expect(second.status).toBe(status)
    expect(listGrants(database)[0]?.free).toEqual([])
  })

  test('another value under a blank name asks again', async () => {
    const { replies, database } = open([[{ id: 'a', arguments: '{"":"Ann","to":"x"}' }]])
    const { answer } = await exchange(replies, send('open it'))
    const { answer: first } = await exchange(
      replies,
      word(answer, 'arguments', 0, { free: ['to'] }),
    )
    const next = open([[{ id: 'b', arguments: '{"":"Bob","to":"x"}' }]], database)
    const place = { conversationId: first.conversationId, parentId: first.id }
    const { answer: second } = await exchange(next.replies, send('again', place))
    expect(second.status).toBe('awaiting')
  })
})
