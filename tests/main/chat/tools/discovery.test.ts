import { expect, test } from 'vitest'
import { lastApproved, listGrants } from '../../../../src/main/tools/grants.ts'
import { boxOf, testTool } from '../../tools/testTool.ts'
import { callsOf, door, resultsOf, wanting, word } from '../openDoors.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'

const plugin = { pluginId: 'doors', pluginTitle: 'Doors', hash: 'one' }
const others = Array.from({ length: 30 }, (_, at) =>
  testTool({ name: `other_${String(at)}`, ...plugin }),
)

function call(id: string, given: unknown) {
  return { id, name: 'call_tool', arguments: JSON.stringify(given) }
}

function open(...rounds: Parameters<typeof wanting>) {
  const opened: string[] = []
  const provider = wanting(...rounds)
  const history = openHistory()
  const parameters = { type: 'object', properties: { to: { type: 'string' } } }
  const tools = boxOf(...others, door(opened, undefined, { ...plugin, parameters }))
  return { ...openChat(provider, history, { tools }), opened, provider, history }
}

test('the model finds a tool and calls it; the call is judged as the tool’s own', async () => {
  const find = { id: 'f', name: 'find_tools', arguments: '{"query":"door"}' }
  const { replies, opened, provider, history } = open(
    [find],
    [call('a', { name: 'door', arguments: { to: 'x' } })],
    [],
    [call('b', { name: 'door', arguments: { to: 'y' } })],
  )
  const { answer } = await exchange(replies, send('open it'))
  expect(resultsOf(answer)[0]).toContain('## door')
  expect(provider.requests[0]?.tools?.map(({ name }) => name)).toEqual(['find_tools', 'call_tool'])
  expect(provider.requests[1]?.tools).toEqual(provider.requests[0]?.tools)
  expect(callsOf(answer)[1]).toMatchObject({
    state: 'awaiting',
    title: 'The door',
    pluginTitle: 'Doors',
    hash: 'one',
    target: { name: 'door', arguments: '{"to":"x"}' },
  })
  const gone = await exchange(replies, word(answer, 'chat', 1))
  expect(opened).toEqual(['a'])
  expect(lastApproved(history, 'door', 'doors')).toBe('{"to":"x"}')
  expect(listGrants(history)).toMatchObject([{ tool: 'door', title: 'The door' }])
  const place = { conversationId: answer.conversationId, parentId: gone.answer.id }
  await exchange(replies, send('and again', place))
  expect(opened).toEqual(['a', 'b'])
})

test.each<[string, unknown]>([
  ['no arguments', { name: 'door' }],
  ['an unknown tool', { name: 'window', arguments: {} }],
  ['itself', { name: 'call_tool', arguments: { name: 'door', arguments: {} } }],
  ['wrong arguments', { name: 'door', arguments: { to: 4 } }],
])('a call of %s does not run', async (_what, given) => {
  const { replies, opened } = open([call('a', given)])
  const { answer } = await exchange(replies, send('open it'))
  expect(answer.parts).toContainEqual(expect.objectContaining({ type: 'toolResult', failed: true }))
  expect(opened).toEqual([])
})
