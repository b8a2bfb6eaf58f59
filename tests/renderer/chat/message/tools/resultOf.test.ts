import { expect, test } from 'vitest'
import { resultOf } from '../../../../../src/renderer/chat/message/tools/resultOf.ts'
import type { Part, ToolCallPart, ToolResultPart } from '../../../../../src/shared/chat/parts.ts'

const call = (id: string): ToolCallPart => ({ type: 'toolCall', id, name: 'look', arguments: '' })
const result = (id: string, text: string): ToolResultPart => {
  return { type: 'toolResult', id, text, failed: false }
}

test('each call finds its own result, whatever stands between', () => {
  const first = call('1')
  const second = call('2')
  const text: Part = { type: 'text', text: '…' }
  const parts = [first, second, result('2', 'two'), text, result('1', 'one')]
  expect(resultOf(parts, first, 0)?.text).toBe('one')
  expect(resultOf(parts, second, 1)?.text).toBe('two')
  expect(resultOf([first, second], first, 0)).toBeUndefined()
})

test('an id that is used again belongs to the later call from there on', () => {
  const parts = [call('1'), call('1'), result('1', 'later')]
  expect(resultOf(parts, call('1'), 0)).toBeUndefined()
  expect(resultOf(parts, call('1'), 1)?.text).toBe('later')
  const turns = [call('1'), result('1', 'earlier'), call('1'), result('1', 'later')]
  expect(resultOf(turns, call('1'), 0)?.text).toBe('earlier')
  expect(resultOf(turns, call('1'), 2)?.text).toBe('later')
})
