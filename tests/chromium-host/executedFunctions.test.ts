import { expect } from 'vitest'
import { executedFunctions } from '../../chromium-host/page/executedFunctions.ts'
import { hostOnly } from './contractRuntime.ts'

const { test } = hostOnly('this is a module of the host')

test('the functions that a preload script executes are found whole', () => {
  const declarations = [
    "function plain() { return '}' }",
    'function $tricky({ a } = {}) { // }\n /* } */ return [/[}]/, `${a}}`, { a }] }',
    'async function later() { await 0 }',
  ]
  const calls = [
    'contextBridge.executeInMainWorld({ func: plain })',
    'electron.contextBridge.executeInMainWorld({func:$tricky,args:[1]})',
    'x.executeInMainWorld({\n  func: later,\n})',
    'x.executeInMainWorld({ func: plain })',
    'x.executeInMainWorld({ func: missing })',
  ]
  const preload = `function plainer() {}\n${declarations.join('\n')}\n${calls.join('\n')}`
  expect(executedFunctions(preload)).toEqual(declarations)
})
