import { expect, test } from 'vitest'
import { createToolStates } from '../../../src/renderer/realtime/toolStates.ts'
import type { ToolsState } from '../../../src/renderer/realtime/toolStates.ts'

test('the state of all rounds is told when it changes, and one that waits for the user comes first', () => {
  const told: ToolsState[] = []
  const begin = createToolStates((state) => told.push(state))
  const first = begin()
  const second = begin()
  first('running')
  first('running')
  second('running')
  second('awaiting')
  first('idle')
  second('running')
  second('idle')
  expect(told).toEqual(['running', 'awaiting', 'running', 'idle'])
})
