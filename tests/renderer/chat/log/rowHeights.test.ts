import { expect, test } from 'vitest'
import { createRowHeights } from '../../../../src/renderer/chat/log/rowHeights.ts'
import type { FarMessage } from '../../../../src/renderer/chat/conversation/thread.ts'

function entryOf(length: number, role: FarMessage['role'] = 'assistant'): FarMessage {
  return { id: crypto.randomUUID(), role, length, atom: undefined }
}

test('a longer text is thought to be higher, and a narrower page makes all higher', () => {
  const heights = createRowHeights()
  const long = entryOf(5000)
  expect(heights.heightOf(long)).toBeGreaterThan(heights.heightOf(entryOf(100)) * 5)
  const before = heights.heightOf(long)
  heights.setMetrics({ width: 300, fontSize: 15 })
  expect(heights.heightOf(long)).toBeGreaterThan(before)
})

test('a height that was measured is remembered until the page looks otherwise', () => {
  const heights = createRowHeights()
  const entry = entryOf(1000)
  heights.measured(entry, 1234)
  expect(heights.heightOf(entry)).toBe(1234)
  expect(heights.setMetrics({ width: 500, fontSize: 15 })).toBe(true)
  expect(heights.heightOf(entry)).not.toBe(1234)
  expect(heights.setMetrics({ width: 500, fontSize: 15 })).toBe(false)
})

test('what was measured makes the next guess better', () => {
  const heights = createRowHeights()
  const next = entryOf(1000)
  for (let count = 0; count < 60; count += 1) heights.measured(entryOf(1000), 900)
  expect(Math.abs(heights.heightOf(next) - 900)).toBeLessThan(20)
})

test('a long question is folded, and so not thought to be high', () => {
  const heights = createRowHeights()
  expect(heights.heightOf(entryOf(500_000, 'user'))).toBeLessThan(2000)
})
