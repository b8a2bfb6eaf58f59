import { expect, test } from 'vitest'
import { calculate } from '../../../src/main/tools/calculate.ts'
import { runTool } from '../../../src/main/tools/runTool.ts'
import type { ToolCallContext } from '../../../src/main/tools/tool.ts'
import { dependencies } from './ownToolDependencies.ts'

const scope = { conversationId: 'chat', model: { providerId: 'p', modelId: 'm' } }
const context: ToolCallContext = {
  ...scope,
  messageId: 'message',
  toolCallId: 'call',
  argumentsText: '{}',
  earlier: [],
}
const { signal } = new AbortController()
const patient = calculate('allow', dependencies)
const impatient = calculate('allow', { ...dependencies, calculationMilliseconds: 1000 })

async function run(expression: string, tool = patient) {
  const { parts, failed = false } = await runTool(tool, { expression }, context, signal)
  const [part] = parts
  return { text: part?.type === 'text' ? part.text : '', failed }
}

test.each([
  ['0.1 + 0.2', '0.3'],
  ['2 inch to cm', '5.08 cm'],
  ['f(x) = x^2; f(5)', '[25]'],
])('%s is %s', async (expression, expected) => {
  expect(await run(expression)).toEqual({ text: expected, failed: false })
})

test.each([
  ['import({ a: 1 })', 'not available'],
  ['f = evaluate; f("1+1")', 'not available'],
  ['{a: cos}.a.constructor("return process")', 'No access'],
  ['f(x) = x', 'not a value'],
])('%s is refused', async (expression, reason) => {
  const { text, failed } = await run(expression)
  expect(failed).toBe(true)
  expect(text).toContain(reason)
})

test('what never ends is ended, and what fills the memory too', async () => {
  const filling = run('ones(20000, 20000) * ones(20000, 20000)')
  const endless = run('sum(map(1:5000000, f(x) = sum(1:1000)))', impatient)
  expect((await filling).text).toBe('This takes too long to calculate.')
  expect((await endless).text).toBe('This takes too long to calculate.')
})
