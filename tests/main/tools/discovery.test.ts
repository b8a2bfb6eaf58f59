import { expect, test } from 'vitest'
import { toolBudget } from '../../../src/main/tools/budget.ts'
import { needsDiscovery, offerTools, searchTools } from '../../../src/main/tools/discovery.ts'
import { joinToolBoxes } from '../../../src/main/tools/joinToolBoxes.ts'
import type { Tool } from '../../../src/main/tools/tool.ts'
import { estimateTextTokens } from '../../../src/shared/chat/estimateTextTokens.ts'
import { boxOf, testTool } from './testTool.ts'

const own = testTool({ name: 'clock' })

function pluginTools(count: number, given: Partial<Tool> = {}): Tool[] {
  return Array.from({ length: count }, (_, at) =>
    testTool({
      name: `tool_${String(at)}`,
      description: `Does thing ${String(at)}`,
      pluginId: `plugin-${String(at % 3)}`,
      pluginTitle: `Plugin ${String(at % 3)}`,
      ...given,
    }),
  )
}

const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name)

test('few tools are sent as they are, their descriptions cut', () => {
  const long = testTool({ name: 'long', description: 'x'.repeat(3000), pluginId: 'p' })
  const { sent, callable } = offerTools([own, long], 1_000_000)
  expect(namesOf(sent)).toEqual(['clock', 'long'])
  expect(sent[1]?.description).toBe(`${'x'.repeat(1023)}…`)
  expect(callable).toEqual([own, long])
})

test.each<[string, number, number | undefined, boolean]>([
  ['25 tools in a large window', 24, 1_000_000, false],
  ['26 tools', 25, 1_000_000, true],
  ['10 tools in a small window', 10, 2000, true],
  ['10 tools in an unknown window', 10, undefined, false],
])('%s', (_what, count, contextTokens, discovery) => {
  const tools = [own, ...pluginTools(count)]
  expect(needsDiscovery(tools, contextTokens)).toBe(discovery)
  const { sent } = offerTools(tools, contextTokens)
  if (discovery) expect(namesOf(sent)).toEqual(['clock', 'find_tools', 'call_tool'])
  else expect(sent).toHaveLength(count + 1)
})

test('Parley’s own are always sent', () => {
  expect(namesOf(offerTools([own], 100).sent)).toEqual(['clock'])
})

test('the list is the same whatever was found, and names the plugins', () => {
  const tools = [own, ...pluginTools(40)]
  const shape = () =>
    JSON.stringify(
      offerTools(tools, undefined).sent.map(({ name, description }) => [name, description]),
    )
  expect(shape()).toBe(shape())
  expect(shape()).toContain('Plugin 0, Plugin 1, Plugin 2')
})

test('tools are found by their names first', () => {
  const weather = testTool({ name: 'get_weather', description: 'Tells the forecast' })
  const mail = testTool({ name: 'send_mail', description: 'Sends mail about the weather' })
  expect(namesOf(searchTools([mail, weather, own], 'weather forecast'))).toEqual([
    'get_weather',
    'send_mail',
  ])
  expect(searchTools([mail, weather, own], 'nothing like it')).toEqual([])
})

test('no plugin can take the names of the two', async () => {
  const box = joinToolBoxes([boxOf(testTool({ name: 'call_tool' }), own)], () => undefined)
  const scope = { conversationId: 'chat', model: { providerId: 'p', modelId: 'm' } }
  expect(namesOf(await box.list(scope, new AbortController().signal))).toEqual(['clock'])
})

test('the budget is what is sent, in tokens, of the window and in money', () => {
  const tools = pluginTools(3)
  const budget = toolBudget(tools, { contextTokens: 10_000, price: { input: 2, output: 8 } })
  const expected = tools.reduce(
    (sum, { name, description, parameters }) =>
      sum + estimateTextTokens(name + description + JSON.stringify(parameters)),
    0,
  )
  expect(budget.tokens).toBe(expected)
  expect(budget.share).toBeCloseTo(expected / 10_000)
  expect(budget.dollarsPerHundredTurns).toBeCloseTo((expected * 100 * 2) / 1_000_000)
  expect(budget.tools.map(({ tokens }) => tokens).reduce((sum, tokens) => sum + tokens)).toBe(
    expected,
  )
  const many = toolBudget(pluginTools(100), {})
  expect(many).toMatchObject({ discovery: true, share: null, dollarsPerHundredTurns: null })
  expect(many.tokens).toBeLessThan(500)
})
